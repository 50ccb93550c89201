using System;

namespace Coppice
{
    /// <summary>
    /// A kernel of the caller's, symmetric and positive semidefinite, of all rows x with all rows z. It runs
    /// on the thread that called fit or predict; what it throws comes out of that call. The spans are
    /// memory of the library.
    /// </summary>
    /// <param name="x">Rows, row after row.</param>
    /// <param name="rows">How many.</param>
    /// <param name="z">Others.</param>
    /// <param name="others">How many.</param>
    /// <param name="results">Where K(x_i, z_j) goes, at i * others + j.</param>
    public delegate void CustomKernel(
        ReadOnlySpan<double> x, int rows, ReadOnlySpan<double> z, int others, Span<double> results);
}
