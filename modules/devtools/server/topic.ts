/** Longest topic or filter, in bytes of UTF-8 (MQTT 3.1.1 and 5.0, §1.5.4 and §4.7.3). */
const MAX_BYTES = 65_535

const isText = (text: string): boolean =>
  text.length > 0 && !text.includes('\0') && Buffer.byteLength(text) <= MAX_BYTES

/** A name that can be published to: no wildcard in it (§4.7.1). */
export function isTopic(text: string): boolean {
  return isText(text) && !/[+#]/.test(text)
}

/** A filter that can be subscribed to: `+` and `#` stand for whole levels, `#` for the last (§4.7.1). */
export function isTopicFilter(text: string): boolean {
  if (!isText(text)) return false
  const levels = text.split('/')
  return levels.every(
    (level, at) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === levels.length - 1),
  )
}
