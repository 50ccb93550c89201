namespace Coppice
{
    /// <summary>What to predict: for each row, <see cref="Model.Width"/> numbers.</summary>
    public enum Output
    {
        /// <summary>Decision values: one for two classes (0 or more: the later), else one a class, or the numbers.</summary>
        Decision = 1,

        /// <summary>The index of the predicted class.</summary>
        Class = 2,

        /// <summary>Decision values after every iteration; needs option keep_stages=yes.</summary>
        Staged = 3,

        /// <summary>The outputs of the weak learners, as they are.</summary>
        Learners = 4,

        /// <summary>A probability for each class; needs option calibration=platt.</summary>
        Probability = 5,

        /// <summary>The learned map: features whose dot product is the model's kernel.</summary>
        Map = 6,

        /// <summary>What each feature adds to each decision value.</summary>
        Contributions = 7,
    }
}
