using System;

namespace Coppice
{
    /// <summary>
    /// A pool of weak learners to draw from. For one thread at a time; any number of solvers may use it.
    /// </summary>
    public sealed class Pool : NativeObject
    {
        /// <summary>A pool by its text.</summary>
        /// <param name="description">Such as <c>union(fourier(gamma=1)@colour, stump)</c>.</param>
        public Pool(string description) : this(Create(description)) { }

        internal Pool(PoolHandle handle) : base(handle)
        {
            Handle = handle;
        }

        internal PoolHandle Handle { get; }

        /// <summary>An option by its name; of a union, that of every member that has it.</summary>
        /// <param name="name">Of the option.</param>
        /// <returns>Its text.</returns>
        public OptionValue this[string name]
        {
            get => TextOf(Option(name));
            set => value.Set(this, name, Capi.pool_set_string, Capi.pool_set_int, Capi.pool_set_double);
        }

        /// <summary>Weak learners of the caller's.</summary>
        /// <param name="name">By which models know them.</param>
        /// <param name="parameters">How many numbers a learner is.</param>
        /// <param name="learner">Finds them, and computes their outputs. It lives as long as the pool, solvers
        /// that draw from it and their models.</param>
        /// <returns>The pool.</returns>
        public static Pool Custom(string name, long parameters, ICustomLearner learner)
        {
            NativeLibrary.Load();
            if (learner == null)
                throw new ArgumentNullException(nameof(learner));
            IntPtr user = Callbacks.Keep(learner);
            try
            {
                Capi.pool_create_custom(
                    name, parameters, Callbacks.Fit, Callbacks.Evaluate, Callbacks.Release, user,
                    out PoolHandle made);
                return new Pool(made);
            }
            catch
            {
                Callbacks.Forget(user);
                throw;
            }
        }

        /// <summary>Adds a copy of a pool to this union.</summary>
        /// <param name="member">The pool.</param>
        /// <returns>This union.</returns>
        public Pool Add(Pool member)
        {
            Capi.pool_add(this, member, null);
            return this;
        }

        /// <summary>Adds a copy of a pool, restricted to a view, to this union.</summary>
        /// <param name="member">The pool.</param>
        /// <param name="view">Of the dataset.</param>
        /// <returns>This union.</returns>
        public Pool Add(Pool member, string view)
        {
            if (view == null)
                throw new ArgumentNullException(nameof(view));
            Capi.pool_add(this, member, view);
            return this;
        }

        /// <summary>The text of the pool, with the options that are not as by default.</summary>
        /// <returns>What makes the same pool.</returns>
        public override unsafe string ToString()
        {
            return TextOf((room, capacity, needed) =>
                Native.pool_describe(Handle, room, capacity, needed));
        }

        private static PoolHandle Create(string description)
        {
            NativeLibrary.Load();
            Capi.pool_create(description, out PoolHandle made);
            return made;
        }

        private unsafe FillBytes Option(string name)
        {
            byte[] utf8 = Text.Utf8(name, nameof(name));
            return (room, capacity, needed) =>
                Native.pool_get_string(Handle, utf8, room, capacity, needed);
        }
    }
}
