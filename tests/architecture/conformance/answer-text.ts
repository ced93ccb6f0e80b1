import { execFileSync } from 'node:child_process'
import { inflateRawSync } from 'node:zlib'

/** What a test sees of an answer. */
export interface Answered {
  readonly text: string
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, unknown>>
}

function typeOf({ headers }: Answered): string {
  const said = headers['content-type']
  return typeof said === 'string' ? said : ''
}

/** Returns whether an answer is a file and no data. */
export const isFile = (answer: Answered): boolean => !typeOf(answer).startsWith('application/json')

/** Returns the text of a file, whatever its format. */
export function textOfFile(answer: Answered): string {
  const type = typeOf(answer)
  if (type === 'application/pdf')
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' })
  return type.includes('spreadsheet') ? unzipped(answer.bytes) : answer.text
}

/** Texts of all files of a zip, one after the other. */
function unzipped(bytes: Buffer): string {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = bytes.readUInt32LE(end + 16)
  const texts: string[] = []
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const packed = bytes.readUInt32LE(at + 20)
    const name = bytes.readUInt16LE(at + 28)
    const extra = bytes.readUInt16LE(at + 30)
    const comment = bytes.readUInt16LE(at + 32)
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    texts.push(inflateRawSync(bytes.subarray(begin, begin + packed)).toString('utf8'))
    at += 46 + name + extra + comment
  }
  return texts.join('\n')
}
