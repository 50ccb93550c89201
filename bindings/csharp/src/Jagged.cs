using System;

namespace Coppice
{
    /// <summary>Arrays of rows, which are copied into one.</summary>
    internal static class Jagged
    {
        public static double[] InOne(double[][] rows, out int features)
        {
            if (rows == null)
                throw new ArgumentNullException(nameof(rows));
            features = rows.Length == 0 ? 0 : Width(rows, 0);
            double[] x = new double[(long)rows.Length * features];
            for (int i = 0; i < rows.Length; ++i)
            {
                if (Width(rows, i) != features)
                    throw new ArgumentException(
                        "row " + i + " has " + rows[i].Length + " values; expected " + features +
                        ", as row 0");
                Array.Copy(rows[i], 0, x, (long)i * features, features);
            }
            return x;
        }

        private static int Width(double[][] rows, int row)
        {
            if (rows[row] == null)
                throw new ArgumentException("row " + row + " is null; expected an array");
            return rows[row].Length;
        }
    }
}
