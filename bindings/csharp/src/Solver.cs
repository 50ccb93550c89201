using System;
using System.Threading;

namespace Coppice
{
    /// <summary>
    /// A training method and its options:
    /// <c>new Solver("cgens") { ["C"] = 0.1 }.Fit(data)</c>. For one thread at a time.
    /// </summary>
    public sealed unsafe class Solver : NativeObject
    {
        /// <summary>A solver by the name of its method, with default options.</summary>
        /// <param name="method">One of <see cref="Catalogue.Methods"/>.</param>
        public Solver(string method) : this(Create(method)) { }

        private Solver(SolverHandle handle) : base(handle)
        {
            Handle = handle;
        }

        internal SolverHandle Handle { get; private set; }

        /// <summary>
        /// Whether a fit that is cancelled ends with the best model so far, instead of an
        /// <see cref="OperationCanceledException"/>.
        /// </summary>
        public bool KeepWhenCancelled { get; set; }

        /// <summary>An option of the method or, where it has none of this name, of the pool.</summary>
        /// <param name="name">Of the option.</param>
        /// <returns>Its text.</returns>
        public OptionValue this[string name]
        {
            get => GetText(name);
            set => value.Set(
                this, name, Capi.solver_set_string, Capi.solver_set_int, Capi.solver_set_double);
        }

        /// <summary>
        /// The method to train with where none is named: what the labels of the dataset ask for.
        /// </summary>
        /// <param name="dataset">With labels or targets.</param>
        /// <returns>The name.</returns>
        public static string MethodFor(Dataset dataset)
        {
            Capi.method_for(dataset, out IntPtr name);
            return Text.FromUtf8(name);
        }

        /// <summary>Draws weak learners from a pool, with the options it has now.</summary>
        /// <param name="pool">The pool.</param>
        /// <returns>This.</returns>
        public Solver SetPool(Pool pool)
        {
            Capi.solver_set_pool(this, pool);
            return this;
        }

        /// <summary>Draws weak learners from a pool.</summary>
        /// <param name="description">Of the pool.</param>
        /// <returns>This.</returns>
        public Solver SetPool(string description)
        {
            using (Pool pool = new Pool(description))
                return SetPool(pool);
        }

        /// <summary>A copy of the pool that learners are drawn from.</summary>
        /// <returns>The pool, with the options that it has in the solver.</returns>
        public Pool GetPool()
        {
            Capi.solver_get_pool(this, out PoolHandle made);
            return new Pool(made);
        }

        /// <summary>Lets option <c>kernel</c> have custom(name=NAME) in it.</summary>
        /// <param name="name">Of the kernel.</param>
        /// <param name="kernel">Computes it. It lives as long as the solver and its models.</param>
        /// <returns>This.</returns>
        public Solver SetKernel(string name, CustomKernel kernel)
        {
            if (kernel == null)
                throw new ArgumentNullException(nameof(kernel));
            IntPtr user = Callbacks.Keep(kernel);
            try
            {
                Capi.solver_set_kernel(this, name, Callbacks.Compare, Callbacks.Release, user);
                return this;
            }
            catch
            {
                Callbacks.Forget(user);
                throw;
            }
        }

        /// <summary>Watches the criterion on other rows: the model is that of the best iteration.</summary>
        /// <param name="dataset">With labels or targets.</param>
        /// <returns>This.</returns>
        public Solver SetValidation(Dataset dataset)
        {
            Capi.solver_set_validation(this, dataset);
            return this;
        }

        /// <summary>Watches no other rows.</summary>
        /// <returns>This.</returns>
        public Solver ClearValidation() => SetValidation(Dataset.None);

        /// <summary>
        /// Watches the error on further rows, without choosing by it: every iteration's is in
        /// <c>curve.test_error</c> of a model of weak learners, and in <c>curve.test_alignment</c> how a learned
        /// kernel is aligned with them.
        /// </summary>
        /// <param name="dataset">With labels or targets.</param>
        /// <returns>This.</returns>
        public Solver SetTest(Dataset dataset)
        {
            Capi.solver_set_test(this, dataset);
            return this;
        }

        /// <summary>Watches no further rows.</summary>
        /// <returns>This.</returns>
        public Solver ClearTest() => SetTest(Dataset.None);

        /// <summary>
        /// The values to try of an option in cross-validation; without any, the option is not tried.
        /// </summary>
        /// <param name="name">Of the option.</param>
        /// <param name="values">Numbers or texts.</param>
        /// <returns>This.</returns>
        public Solver SetGrid(string name, params OptionValue[] values)
        {
            if (values == null)
                throw new ArgumentNullException(nameof(values));
            Capi.solver_set_grid(
                this, name, string.Join(",", Array.ConvertAll(values, value => value.ToString())));
            return this;
        }

        /// <summary>Trains.</summary>
        /// <param name="dataset">With labels or targets; it becomes immutable.</param>
        /// <returns>The model.</returns>
        public Model Fit(Dataset dataset) => Fit(dataset, Watch.Nobody, CancellationToken.None);

        /// <summary>Trains, until it is cancelled.</summary>
        /// <param name="dataset">With labels or targets; it becomes immutable.</param>
        /// <param name="cancellation">Ends the fit within 100 milliseconds.</param>
        /// <returns>The model.</returns>
        /// <exception cref="OperationCanceledException">It was cancelled, and not
        /// <see cref="KeepWhenCancelled"/>.</exception>
        public Model Fit(Dataset dataset, CancellationToken cancellation) =>
            Fit(dataset, Watch.Nobody, cancellation);

        /// <summary>Trains, and reports.</summary>
        /// <param name="dataset">With labels or targets; it becomes immutable.</param>
        /// <param name="progress">Is told at every iteration and at least every 50 milliseconds, on the
        /// calling thread. What it throws ends the fit, and comes out of it.</param>
        /// <param name="cancellation">Ends the fit within 100 milliseconds.</param>
        /// <returns>The model.</returns>
        /// <exception cref="OperationCanceledException">It was cancelled, and not
        /// <see cref="KeepWhenCancelled"/>.</exception>
        public Model Fit(
            Dataset dataset, IProgress<ProgressInfo> progress, CancellationToken cancellation = default)
        {
            ModelHandle made = new ModelHandle();
            Watch.Over(progress, cancellation, KeepWhenCancelled, (callback, user) =>
                Capi.solver_fit_watched(this, callback, user, dataset, out made));
            return new Model(made);
        }

        /// <summary>Tries all points of the grid, and sets the options to the best.</summary>
        /// <param name="dataset">With labels.</param>
        /// <param name="folds">How many.</param>
        /// <returns>What it found.</returns>
        public CrossValidation CrossValidate(Dataset dataset, long folds) =>
            CrossValidate(dataset, folds, Watch.Nobody, CancellationToken.None);

        /// <summary>Tries all points of the grid, and sets the options to the best.</summary>
        /// <param name="dataset">With labels.</param>
        /// <param name="folds">How many.</param>
        /// <param name="cancellation">Ends it within 100 milliseconds.</param>
        /// <returns>What it found.</returns>
        /// <exception cref="OperationCanceledException">It was cancelled; nothing is told of the points that
        /// were finished.</exception>
        public CrossValidation CrossValidate(Dataset dataset, long folds, CancellationToken cancellation) =>
            CrossValidate(dataset, folds, Watch.Nobody, cancellation);

        /// <summary>Tries all points of the grid, sets the options to the best, and reports.</summary>
        /// <param name="dataset">With labels.</param>
        /// <param name="folds">How many.</param>
        /// <param name="progress">Is told on the calling thread; its iterations are fits.</param>
        /// <param name="cancellation">Ends it within 100 milliseconds.</param>
        /// <returns>What it found.</returns>
        /// <exception cref="OperationCanceledException">It was cancelled; nothing is told of the points that
        /// were finished.</exception>
        public CrossValidation CrossValidate(
            Dataset dataset, long folds, IProgress<ProgressInfo> progress,
            CancellationToken cancellation = default)
        {
            long best = 0;
            Watch.Over(progress, cancellation, false, (callback, user) =>
            {
                long found;
                Capi.solver_cross_validate_watched(this, callback, user, dataset, folds, &found);
                best = found;
            });
            return new CrossValidation(this, best);
        }

        /// <summary>
        /// Begins a stream of rows whose classes are numbers, with the options that the solver has now. The
        /// solver belongs to the stream from then on, and is disposed.
        /// </summary>
        /// <param name="classes">In ascending order.</param>
        /// <param name="features">How many a row.</param>
        /// <returns>The stream.</returns>
        public LearningStream Begin(ReadOnlySpan<double> classes, long features)
        {
            fixed (double* pinned = classes)
                Capi.solver_set_classes(this, pinned, classes.Length);
            return Begin(features);
        }

        /// <summary>
        /// Begins a stream of rows of classes with names, with the options that the solver has now. The solver
        /// belongs to the stream from then on, and is disposed.
        /// </summary>
        /// <param name="classes">In ascending order of their bytes of UTF-8.</param>
        /// <param name="features">How many a row.</param>
        /// <returns>The stream.</returns>
        public LearningStream Begin(string[] classes, long features)
        {
            using (TextList texts = new TextList(classes, nameof(classes)))
                Capi.solver_set_class_names(this, texts.Pointers, texts.Count);
            return Begin(features);
        }

        internal string[] GridPoints()
        {
            long size;
            Capi.solver_grid_size(this, &size);
            return Texts(size, k => (room, capacity, needed) =>
                Native.solver_grid_point(Handle, k, room, capacity, needed));
        }

        internal string GetText(string name)
        {
            byte[] utf8 = Text.Utf8(name, nameof(name));
            return TextOf((room, capacity, needed) =>
                Native.solver_get_string(Handle, utf8, room, capacity, needed));
        }

        internal double[] GetArray(string name)
        {
            byte[] utf8 = Text.Utf8(name, nameof(name));
            return NumbersOf((room, capacity, needed) =>
                Native.solver_get_array(Handle, utf8, room, capacity, needed));
        }

        private static SolverHandle Create(string method)
        {
            NativeLibrary.Load();
            Capi.solver_create(method, out SolverHandle made);
            return made;
        }

        private LearningStream Begin(long features)
        {
            Capi.solver_begin(this, features);
            LearningStream stream = new LearningStream(Handle);
            Handle = new SolverHandle();
            Own(Handle);
            Dispose();
            return stream;
        }
    }
}
