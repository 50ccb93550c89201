using System;

namespace Coppice
{
    /// <summary>
    /// Weak learners of the caller's, each of them a few numbers. Both methods run on the thread that called
    /// fit or predict, and on each of several that predict with a model. What they throw comes out of that
    /// call. The spans are memory of the library.
    /// </summary>
    public interface ICustomLearner
    {
        /// <summary>
        /// Finds the learner h with the largest sum over the scores s of
        /// (sum_i residual[i, s] h(x_i))^2.
        /// </summary>
        /// <param name="x">The training rows, row after row.</param>
        /// <param name="rows">How many.</param>
        /// <param name="residual">Rows x scores numbers.</param>
        /// <param name="chosen">The parameters of learners that must not come again, one after another.</param>
        /// <param name="parameters">Where those of the learner go; 0 before.</param>
        /// <returns>False where there is no learner left.</returns>
        bool Fit(
            ReadOnlySpan<double> x, int rows, ReadOnlySpan<double> residual, ReadOnlySpan<double> chosen,
            Span<double> parameters);

        /// <summary>Computes h for rows.</summary>
        /// <param name="parameters">Those of the learner.</param>
        /// <param name="x">The rows, row after row.</param>
        /// <param name="rows">How many.</param>
        /// <param name="outputs">Where the outputs go, one a row.</param>
        void Evaluate(
            ReadOnlySpan<double> parameters, ReadOnlySpan<double> x, int rows, Span<double> outputs);
    }
}
