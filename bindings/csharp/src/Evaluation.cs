namespace Coppice
{
    /// <summary>How good predictions of a dataset are. Immutable.</summary>
    public sealed unsafe class Evaluation : NativeObject
    {
        internal Evaluation(EvaluationHandle handle) : base(handle)
        {
            Handle = handle;
        }

        internal EvaluationHandle Handle { get; }

        /// <summary>A criterion.</summary>
        /// <param name="name">One of <see cref="Catalogue.Criteria"/>.</param>
        /// <returns>Its value.</returns>
        public double Criterion(string name)
        {
            double value;
            Capi.evaluation_criterion(this, name, &value);
            return value;
        }

        /// <summary>The weight of the rows of each label that are predicted to be of each class.</summary>
        /// <returns>Label after label.</returns>
        public double[] Confusion()
        {
            return NumbersOf((room, capacity, needed) =>
                Native.evaluation_confusion(Handle, room, capacity, needed));
        }
    }
}
