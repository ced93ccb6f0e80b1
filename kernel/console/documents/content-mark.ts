/**
 * Returns a mark that identifies the same content after a break or a reload: two checksums of all bytes, and the length. It
 * protects nothing, so it needs no cryptography; browsers offer that on secure connections only.
 */
export function contentMark(bytes: Uint8Array): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x9e3779b1)
    b = Math.imul(b ^ byte, 0x5f356495)
  }
  const hex = (sum: number): string => (sum >>> 0).toString(16).padStart(8, '0')
  return `${hex(a ^ (b >>> 16))}${hex(b ^ (a >>> 13))}-${bytes.length}`
}
