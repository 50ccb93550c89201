namespace Coppice
{
    /// <summary>A call that fills as much as there is room for, and says how much there is.</summary>
    internal unsafe delegate int FillBytes(byte* room, long capacity, long* needed);

    /// <summary>The same of numbers.</summary>
    internal unsafe delegate int FillNumbers(double* room, long capacity, long* needed);

    /// <summary>Results whose size is not known before.</summary>
    internal static unsafe class Filled
    {
        public static byte[] Bytes(FillBytes fill)
        {
            long needed = 0;
            int status = fill((byte*)0, 0, &needed);
            if (status != CoppiceException.BufferTooSmall)
                CoppiceException.Check(status);
            byte[] bytes = new byte[needed];
            fixed (byte* pinned = bytes)
                CoppiceException.Check(fill(pinned, needed, &needed));
            return bytes;
        }

        public static double[] Numbers(FillNumbers fill)
        {
            long needed = 0;
            int status = fill((double*)0, 0, &needed);
            if (status != CoppiceException.BufferTooSmall)
                CoppiceException.Check(status);
            double[] numbers = new double[needed];
            fixed (double* pinned = numbers)
                CoppiceException.Check(fill(pinned, needed, &needed));
            return numbers;
        }
    }
}
