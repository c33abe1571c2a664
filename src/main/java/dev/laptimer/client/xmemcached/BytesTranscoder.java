package dev.laptimer.client.xmemcached;

import net.rubyeye.xmemcached.transcoders.CachedData;
import net.rubyeye.xmemcached.transcoders.CompressionMode;
import net.rubyeye.xmemcached.transcoders.Transcoder;

/** Values as they are: no flags, no compression, so that every client sends the same bytes. */
final class BytesTranscoder implements Transcoder<byte[]> {

  @Override
  public CachedData encode(byte[] value) {
    return new CachedData(0, value);
  }

  @Override
  public byte[] decode(CachedData data) {
    return data.getData();
  }

  @Override
  public void setPrimitiveAsString(boolean primitiveAsString) {}

  @Override
  public void setPackZeros(boolean packZeros) {}

  @Override
  public void setCompressionThreshold(int bytes) {}

  @Override
  public boolean isPrimitiveAsString() {
    return false;
  }

  @Override
  public boolean isPackZeros() {
    return false;
  }

  @Override
  public void setCompressionMode(CompressionMode mode) {}
}
