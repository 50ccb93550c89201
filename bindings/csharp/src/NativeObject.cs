using System;

namespace Coppice
{
    /// <summary>
    /// An object of the native library. <see cref="Dispose"/> frees it once the last call that uses it has
    /// returned; without it the garbage collector does, in any order. Use after that is an
    /// <see cref="ObjectDisposedException"/>.
    /// </summary>
    public abstract class NativeObject : IDisposable
    {
        private Handle owned;

        internal NativeObject(Handle owned)
        {
            this.owned = owned;
        }

        /// <summary>Frees the object; again it does nothing.</summary>
        public void Dispose()
        {
            owned.Dispose();
        }

        /// <summary>Owns another handle, and leaves the one that it had to another object.</summary>
        internal void Own(Handle other)
        {
            owned = other;
        }

        /// <summary>
        /// Says by name what is wrong with an argument. One that is disposed from here on is seen by its
        /// handle, which the call itself holds.
        /// </summary>
        internal static void Check(NativeObject argument, string name)
        {
            if (argument == null)
                throw new ArgumentNullException(name);
            if (argument.owned.IsClosed)
                throw new ObjectDisposedException(argument.GetType().Name);
        }

        internal string TextOf(FillBytes fill)
        {
            byte[] bytes = BytesOf(fill);
            return Text.FromUtf8(bytes, bytes.Length - 1); // without its NUL
        }

        internal string[] Texts(long count, Func<long, FillBytes> fill)
        {
            string[] texts = new string[count];
            for (int k = 0; k < texts.Length; ++k)
                texts[k] = TextOf(fill(k));
            return texts;
        }

        internal byte[] BytesOf(FillBytes fill)
        {
            Check(this, "this");
            return Filled.Bytes(fill);
        }

        internal double[] NumbersOf(FillNumbers fill)
        {
            Check(this, "this");
            return Filled.Numbers(fill);
        }
    }
}
