using System;

namespace Coppice
{
    /// <summary>Where the values of a matrix are: value (i, d) at i * RowStride + d * FeatureStride.</summary>
    public readonly struct Layout
    {
        /// <summary>Any matrix whose values do not share elements.</summary>
        /// <param name="rows">How many rows.</param>
        /// <param name="features">How many features a row.</param>
        /// <param name="rowStride">From a row to the next, in elements.</param>
        /// <param name="featureStride">From a feature to the next, in elements.</param>
        public Layout(long rows, long features, long rowStride, long featureStride)
        {
            Rows = rows;
            Features = features;
            RowStride = rowStride;
            FeatureStride = featureStride;
        }

        /// <summary>How many rows.</summary>
        public long Rows { get; }

        /// <summary>How many features a row.</summary>
        public long Features { get; }

        /// <summary>From a row to the next, in elements.</summary>
        public long RowStride { get; }

        /// <summary>From a feature to the next, in elements.</summary>
        public long FeatureStride { get; }

        /// <summary>Rows one after another.</summary>
        /// <param name="rows">How many rows.</param>
        /// <param name="features">How many features a row.</param>
        /// <returns>The layout.</returns>
        public static Layout RowMajor(long rows, long features) => new Layout(rows, features, features, 1);

        /// <summary>Features one after another.</summary>
        /// <param name="rows">How many rows.</param>
        /// <param name="features">How many features a row.</param>
        /// <returns>The layout.</returns>
        public static Layout ColumnMajor(long rows, long features) => new Layout(rows, features, 1, rows);

        /// <summary>As many rows, one after another, as there are values for.</summary>
        internal static Layout Of(int length, long features)
        {
            if (features < 1 || length % features != 0)
                throw new ArgumentException(
                    "x has " + length + " values; expected whole rows of " + features + " features");
            return RowMajor(length / features, features);
        }

        internal static Layout Of(double[,] rows)
        {
            if (rows == null)
                throw new ArgumentNullException(nameof(rows));
            return RowMajor(rows.GetLength(0), rows.GetLength(1));
        }
    }
}
