package org.coppice;

/**
 * Options of a pool; {@link Pools} has one for each kind.
 *
 * @param <Self> the builder itself
 */
public abstract class PoolBuilder<Self extends PoolBuilder<Self>> extends OptionBuilder<Self> {
  private final String kind;

  PoolBuilder(String kind) {
    this.kind = kind;
  }

  /**
   * A pool with these options.
   *
   * @return a new one each time
   */
  public Pool build() {
    final Pool pool = Pool.of(kind);
    return give(pool, pool::set);
  }
}
