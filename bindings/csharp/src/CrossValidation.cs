using System.Collections.Generic;

namespace Coppice
{
    /// <summary>What cross-validation found at every point of the grid.</summary>
    public sealed class CrossValidation
    {
        internal CrossValidation(Solver solver, long best)
        {
            Best = (int)best;
            Points = solver.GridPoints();
            Criterion = solver.GetArray("cv.criterion");
            StandardError = solver.GetArray("cv.standard_error");
            FoldCriterion = solver.GetArray("cv.fold_criterion");
            Path = solver.GetArray("cv.path");
            CriterionName = solver.GetText("cv.criterion_name");
            PathName = solver.GetText("cv.path_name");
        }

        /// <summary>The number of the best point.</summary>
        public int Best { get; }

        /// <summary>The options of each point, JSON objects.</summary>
        public IReadOnlyList<string> Points { get; }

        /// <summary>The name of the criterion, such as <c>error</c>.</summary>
        public string CriterionName { get; }

        /// <summary>The criterion of each point, its mean over the folds.</summary>
        public IReadOnlyList<double> Criterion { get; }

        /// <summary>The standard errors of these means.</summary>
        public IReadOnlyList<double> StandardError { get; }

        /// <summary>The criterion of each point on each fold, point after point.</summary>
        public IReadOnlyList<double> FoldCriterion { get; }

        /// <summary>The option that the method follows as a path; empty if it follows none.</summary>
        public string PathName { get; }

        /// <summary>The best value of this option at each point; none where there is no such option.</summary>
        public IReadOnlyList<double> Path { get; }
    }
}
