namespace Coppice
{
    /// <summary>Options of a pool; <see cref="Pools"/> has a builder for each kind.</summary>
    public abstract class PoolBuilder : OptionBuilder
    {
        private readonly string kind;

        internal PoolBuilder(string kind)
        {
            this.kind = kind;
        }

        /// <summary>A pool with these options.</summary>
        /// <returns>A new one each time.</returns>
        public Pool Build()
        {
            Pool pool = new Pool(kind);
            return Give(pool, (name, value) => pool[name] = value);
        }
    }
}
