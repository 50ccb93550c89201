using System;

namespace Coppice.Tests
{
    /// <summary>Stumps at 0: the parameter is the feature.</summary>
    internal class Signs : ICustomLearner
    {
        public bool Fit(
            ReadOnlySpan<double> x, int rows, ReadOnlySpan<double> residual, ReadOnlySpan<double> chosen,
            Span<double> parameters)
        {
            int features = x.Length / rows;
            double largest = -1;
            for (int d = 0; d < features; ++d)
            {
                double sum = 0;
                for (int i = 0; i < rows; ++i)
                    sum += residual[i] * Math.Sign(x[i * features + d]);
                if (chosen.IndexOf(d) >= 0 || Math.Abs(sum) <= largest)
                    continue;
                largest = Math.Abs(sum);
                parameters[0] = d;
            }
            return largest > 0;
        }

        public virtual void Evaluate(
            ReadOnlySpan<double> parameters, ReadOnlySpan<double> x, int rows, Span<double> outputs)
        {
            int features = x.Length / rows;
            for (int i = 0; i < rows; ++i)
                outputs[i] = Math.Sign(x[i * features + (int)parameters[0]]);
        }

        public static Solver SolverOf(ICustomLearner learner)
        {
            using (Pool pool = Pool.Custom("sign", 1, learner))
                return new Solver("cgens").SetPool(pool);
        }
    }

    internal sealed class Fault : Exception { }

    /// <summary>Its outputs are an exception.</summary>
    internal sealed class FaultySigns : Signs
    {
        public readonly Fault Thrown = new Fault();

        public override void Evaluate(
            ReadOnlySpan<double> parameters, ReadOnlySpan<double> x, int rows, Span<double> outputs)
        {
            throw Thrown;
        }
    }
}
