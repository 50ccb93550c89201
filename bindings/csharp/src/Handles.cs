using System;
using System.Runtime.InteropServices;

namespace Coppice
{
    /// <summary>An address in the library: valid during every call it is given to, and freed once.</summary>
    internal abstract class Handle : SafeHandle
    {
        protected Handle() : base(IntPtr.Zero, true) { }

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected sealed override bool ReleaseHandle()
        {
            Free(handle);
            return true;
        }

        protected abstract void Free(IntPtr address);
    }

    internal sealed class DatasetHandle : Handle
    {
        protected override void Free(IntPtr address) => Native.dataset_release(address);
    }

    internal sealed class CsvColumnsHandle : Handle
    {
        protected override void Free(IntPtr address) => Native.csv_columns_release(address);
    }

    internal sealed class PoolHandle : Handle
    {
        protected override void Free(IntPtr address) => Native.pool_release(address);
    }

    internal sealed class SolverHandle : Handle
    {
        protected override void Free(IntPtr address) => Native.solver_release(address);
    }

    internal sealed class ModelHandle : Handle
    {
        protected override void Free(IntPtr address) => Native.model_release(address);
    }

    internal sealed class EvaluationHandle : Handle
    {
        protected override void Free(IntPtr address) => Native.evaluation_release(address);
    }
}
