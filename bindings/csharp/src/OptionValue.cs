using System.Globalization;

namespace Coppice
{
    /// <summary>
    /// The value of an option: a number or text converts to it by itself. What an option takes is for the
    /// library to say.
    /// </summary>
    public readonly struct OptionValue
    {
        private enum Type
        {
            Text,
            Whole,
            Real,
        }

        private readonly Type type;
        private readonly string text;
        private readonly long whole;
        private readonly double real;

        private OptionValue(Type type, string text, long whole, double real)
        {
            this.type = type;
            this.text = text;
            this.whole = whole;
            this.real = real;
        }

        internal delegate void TextSetter<T>(T owner, string name, string value);

        internal delegate void WholeSetter<T>(T owner, string name, long value);

        internal delegate void RealSetter<T>(T owner, string name, double value);

        /// <summary>Text.</summary>
        /// <param name="value">The text.</param>
        public static implicit operator OptionValue(string value) => new OptionValue(Type.Text, value, 0, 0);

        /// <summary>A whole number.</summary>
        /// <param name="value">The number.</param>
        public static implicit operator OptionValue(long value) => new OptionValue(Type.Whole, "", value, 0);

        /// <summary>A number.</summary>
        /// <param name="value">The number.</param>
        public static implicit operator OptionValue(double value) => new OptionValue(Type.Real, "", 0, value);

        /// <summary>The value as a number, where it is one.</summary>
        /// <returns>The number.</returns>
        /// <exception cref="System.FormatException">It is text that is not a number.</exception>
        public double ToDouble()
        {
            switch (type)
            {
                case Type.Whole: return whole;
                case Type.Real: return real;
                default: return double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
            }
        }

        /// <summary>The value as text, numbers such that they read back to the same.</summary>
        /// <returns>The text.</returns>
        public override string ToString()
        {
            switch (type)
            {
                case Type.Whole: return whole.ToString(CultureInfo.InvariantCulture);
                case Type.Real: return Exact(real);
                default: return text ?? "";
            }
        }

        internal void Set<T>(
            T owner, string name, TextSetter<T> setText, WholeSetter<T> setWhole, RealSetter<T> setReal)
        {
            switch (type)
            {
                case Type.Whole: setWhole(owner, name, whole); break;
                case Type.Real: setReal(owner, name, real); break;
                default: setText(owner, name, text); break;
            }
        }

        /// <summary>"R" is short, and not exact on every run-time; 17 digits are.</summary>
        private static string Exact(double value)
        {
            string shortest = value.ToString("R", CultureInfo.InvariantCulture);
            bool isExact = double.TryParse(
                shortest, NumberStyles.Float, CultureInfo.InvariantCulture, out double read) && read == value;
            return isExact ? shortest : value.ToString("G17", CultureInfo.InvariantCulture);
        }
    }
}
