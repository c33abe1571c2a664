package dev.laptimer.client.spymemcached;

import net.spy.memcached.CachedData;
import net.spy.memcached.transcoders.Transcoder;

/** Values as they are: no flags, no compression, so that every client sends the same bytes. */
final class RawTranscoder implements Transcoder<byte[]> {

  @Override
  public boolean asyncDecode(CachedData data) {
    return false;
  }

  @Override
  public CachedData encode(byte[] value) {
    return new CachedData(0, value, getMaxSize());
  }

  @Override
  public byte[] decode(CachedData data) {
    return data.getData();
  }

  @Override
  public int getMaxSize() {
    return CachedData.MAX_SIZE;
  }
}
