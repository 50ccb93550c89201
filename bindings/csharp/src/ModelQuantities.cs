using System.Collections.Generic;

namespace Coppice
{
    /// <summary>What is in a model: quantities by name, names, learners, shape functions.</summary>
    public sealed unsafe partial class Model
    {
        private const int IntType = 1;
        private const int DoubleType = 2;
        private const int StringType = 3;
        private const int ArrayType = 4;

        /// <summary>
        /// All quantities by name, each a <see cref="long"/>, <see cref="double"/>, <see cref="string"/> or
        /// array of <see cref="double"/>; options are among them, as <c>option.C</c>.
        /// </summary>
        public IReadOnlyDictionary<string, object> Quantities
        {
            get
            {
                Dictionary<string, object> quantities = new Dictionary<string, object>();
                foreach (string name in QuantityNames(IntType))
                    quantities.Add(name, GetInt(name));
                foreach (string name in QuantityNames(DoubleType))
                    quantities.Add(name, GetDouble(name));
                foreach (string name in QuantityNames(StringType))
                    quantities.Add(name, GetString(name));
                foreach (string name in QuantityNames(ArrayType))
                    quantities.Add(name, GetArray(name));
                return quantities;
            }
        }

        /// <summary>The labels that classes stand for, in the order of the classes.</summary>
        public IReadOnlyList<string> Classes =>
            Texts(GetInt("classes"), k => (room, capacity, needed) =>
                Native.model_class_name(Handle, k, room, capacity, needed));

        /// <summary>The names of the features; empty texts where they have none.</summary>
        public IReadOnlyList<string> FeatureNames =>
            Texts(GetInt("features"), k => (room, capacity, needed) =>
                Native.model_feature_name(Handle, k, room, capacity, needed));

        /// <summary>The levels of a feature in the training set.</summary>
        /// <param name="feature">Which.</param>
        /// <returns>Their names; none where the feature is numbers.</returns>
        public IReadOnlyList<string> Levels(long feature)
        {
            long count;
            Capi.model_levels(this, feature, &count);
            return Texts(count, k => (room, capacity, needed) =>
                Native.model_level_name(Handle, feature, k, room, capacity, needed));
        }

        /// <summary>A quantity that is a whole number.</summary>
        /// <param name="name">Such as <c>learners</c>.</param>
        /// <returns>The number.</returns>
        public long GetInt(string name)
        {
            long value;
            Capi.model_get_int(this, name, &value);
            return value;
        }

        /// <summary>A quantity that is a number.</summary>
        /// <param name="name">Such as <c>gap</c>.</param>
        /// <returns>The number; NaN where it is not known.</returns>
        public double GetDouble(string name)
        {
            double value;
            Capi.model_get_double(this, name, &value);
            return value;
        }

        /// <summary>A quantity that is text.</summary>
        /// <param name="name">Such as <c>stop_reason</c>.</param>
        /// <returns>The text.</returns>
        public string GetString(string name)
        {
            byte[] utf8 = Text.Utf8(name, nameof(name));
            return TextOf((room, capacity, needed) =>
                Native.model_get_string(Handle, utf8, room, capacity, needed));
        }

        /// <summary>A quantity that is several numbers.</summary>
        /// <param name="name">Such as <c>weights</c>.</param>
        /// <returns>The numbers.</returns>
        public double[] GetArray(string name)
        {
            byte[] utf8 = Text.Utf8(name, nameof(name));
            return NumbersOf((room, capacity, needed) =>
                Native.model_get_array(Handle, utf8, room, capacity, needed));
        }

        /// <summary>A weak learner.</summary>
        /// <param name="index">In the order of their choice.</param>
        /// <returns>A JSON object.</returns>
        public string Learner(long index)
        {
            return TextOf((room, capacity, needed) =>
                Native.model_learner(Handle, index, room, capacity, needed));
        }

        /// <summary>
        /// What a feature adds to the decision value, where the model is a sum of functions of one feature.
        /// </summary>
        /// <param name="feature">Which.</param>
        /// <returns>Points of 1 + scores numbers, the last for missing values.</returns>
        public double[] ShapeFunction(long feature)
        {
            return NumbersOf((room, capacity, needed) =>
                Native.model_shape_function(Handle, feature, room, capacity, needed));
        }

        private string[] QuantityNames(int type)
        {
            long count;
            Capi.model_quantity_count(this, type, &count);
            return Texts(count, k => (room, capacity, needed) =>
                Native.model_quantity_name(Handle, type, k, room, capacity, needed));
        }
    }
}
