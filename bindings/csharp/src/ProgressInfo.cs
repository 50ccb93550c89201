using System;

namespace Coppice
{
    /// <summary>How far a fit or a cross-validation has come: a copy, which may be kept.</summary>
    public readonly struct ProgressInfo
    {
        private static readonly byte[][] Names = Array.ConvertAll(
            new[]
            {
                "iteration", "iterations", "objective", "gap", "train_error", "validation_error",
                "validation_criterion", "alignment", "validation_alignment",
            },
            name => Text.Utf8(name, nameof(name)));

        private ProgressInfo(IntPtr info)
        {
            Iteration = Whole(info, Names[0]);
            Iterations = Whole(info, Names[1]);
            Objective = Real(info, Names[2]);
            Gap = Real(info, Names[3]);
            TrainError = Real(info, Names[4]);
            ValidationError = Real(info, Names[5]);
            ValidationCriterion = Real(info, Names[6]);
            Alignment = Real(info, Names[7]);
            ValidationAlignment = Real(info, Names[8]);
        }

        /// <summary>How many iterations are done; in cross-validation, fits.</summary>
        public long Iteration { get; }

        /// <summary>How many there will be at most.</summary>
        public long Iterations { get; }

        /// <summary>The objective of the training problem; NaN where it is not known yet, as all below.</summary>
        public double Objective { get; }

        /// <summary>The relative gap between the objective and its best lower bound.</summary>
        public double Gap { get; }

        /// <summary>The weighted fraction of the training rows whose class is wrong.</summary>
        public double TrainError { get; }

        /// <summary>The same of the validation set.</summary>
        public double ValidationError { get; }

        /// <summary>The criterion of option <c>criterion</c> on the validation set.</summary>
        public double ValidationCriterion { get; }

        /// <summary>Of a kernel that is learned, the alignment with the classes; NaN where not known.</summary>
        public double Alignment { get; }

        /// <summary>The same on the validation set.</summary>
        public double ValidationAlignment { get; }

        internal static ProgressInfo Of(IntPtr info)
        {
            return new ProgressInfo(info);
        }

        private static unsafe long Whole(IntPtr info, byte[] name)
        {
            long value;
            CoppiceException.Check(Native.progress_get_int(info, name, &value));
            return value;
        }

        private static unsafe double Real(IntPtr info, byte[] name)
        {
            double value;
            CoppiceException.Check(Native.progress_get_double(info, name, &value));
            return value;
        }
    }
}
