namespace Coppice
{
    /// <summary>Options of a method; <see cref="Methods"/> has a builder for each.</summary>
    public abstract class SolverBuilder : OptionBuilder
    {
        private readonly string method;

        internal SolverBuilder(string method)
        {
            this.method = method;
        }

        /// <summary>A solver with these options.</summary>
        /// <returns>A new one each time.</returns>
        public Solver Build()
        {
            Solver solver = new Solver(method);
            return Give(solver, (name, value) => solver[name] = value);
        }
    }
}
