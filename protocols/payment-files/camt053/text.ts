import { type Encoding, judgeEncoding, PROBE_BYTES } from '../reading/encoding.ts'
import type { FindingCode } from '../reading/findings.ts'

const NAMES: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'us-ascii': 'utf-8',
  'windows-1252': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb18030: 'gb18030',
}

type Report = (line: number, column: string | null, code: FindingCode, value: string) => void

/**
 * Decodes the bytes of an XML file by its declaration, or as UTF-8. A statement may be one line of any length, so this does
 * not cut lines.
 */
export function createTextDecoder(
  report: Report,
  give: (text: string) => void,
): { push(bytes: Uint8Array): void; end(): void } {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let isUnreadable = false
  let probe: Uint8Array[] = []
  let probed = 0
  let isBroken = false
  let hasNul = false

  function pass(text: string): void {
    if (!isBroken && text.includes('\ufffd')) {
      isBroken = true
      report(0, null, 'encoding-broken', '')
    }
    if (!hasNul && text.includes('\0')) {
      hasNul = true
      report(0, null, 'nul-byte', '')
    }
    give(text)
  }

  function begin(): void {
    const bytes = Buffer.concat(probe)
    probe = []
    const start = bytes.subarray(0, PROBE_BYTES)
    const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,60}encoding=["']([\w-]{1,20})["']/.exec(
      start.toString('latin1'),
    )?.[1]
    const verdict = judgeEncoding(start, NAMES[declared?.toLowerCase() ?? ''] ?? 'utf-8')
    if (verdict.encoding === null) {
      isUnreadable = true
      report(0, null, 'encoding-unreadable', verdict.other ?? '')
      return
    }
    if (verdict.other !== null) report(0, null, 'encoding-other', verdict.other)
    decoder = new TextDecoder(verdict.encoding, { ignoreBOM: true })
    pass(decoder.decode(bytes.subarray(verdict.skip), { stream: true }))
  }

  return {
    push(bytes) {
      if (isUnreadable) return
      if (decoder !== null) return pass(decoder.decode(bytes, { stream: true }))
      probe.push(Uint8Array.from(bytes))
      probed += bytes.length
      if (probed >= PROBE_BYTES) begin()
    },
    end() {
      if (decoder === null && !isUnreadable) begin()
      if (decoder !== null) pass(decoder.decode())
    },
  }
}
