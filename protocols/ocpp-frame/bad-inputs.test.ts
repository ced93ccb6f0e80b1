import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_MESSAGE_ID_LENGTH } from './frame.ts'
import { parseFrame } from './parse-frame.ts'
import { writeCall, writeProblem } from './write-frame.ts'

const FOLDER = resolve(import.meta.dirname, '../../../shared/data/bad-inputs')
const SUITE = resolve(FOLDER, 'json-test-suite.tar.gz')
const STRINGS = resolve(FOLDER, 'blns.json.gz')

/** Regular files of a tar archive: a 512-byte header with name and octal size, then the content in 512-byte blocks. */
function untar(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8) || 0
    const type = archive[at + 156]
    if (type === 48 || type === 0)
      files.set(name.slice(name.lastIndexOf('/') + 1), archive.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** What the frame refuses although JSON allows it, with our reason. */
const REFUSED_BY_US = ['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json']

describe.skipIf(!existsSync(SUITE))('the JSON test suite (absent data skips this)', () => {
  const files = existsSync(SUITE)
    ? [...untar(gunzipSync(readFileSync(SUITE)))].filter(([name]) => /^[yni]_.*\.json$/.test(name))
    : []

  it('is all there', () => {
    expect(files.filter(([name]) => name.startsWith('y_'))).toHaveLength(95)
    expect(files.filter(([name]) => name.startsWith('n_'))).toHaveLength(188)
    expect(files.filter(([name]) => name.startsWith('i_'))).toHaveLength(35)
  })

  it('as a whole frame is always a problem with an answer that can be read', () => {
    const read = files.filter(([, content]) => parseFrame(content.toString('utf8')).type !== 'problem')
    expect(read.map(([name]) => name)).toEqual([])
    for (const [, content] of files) {
      const frame = parseFrame(content.toString('utf8'))
      const answer = frame.type === 'problem' ? writeProblem('ocpp2.0.1', frame) : null
      expect(parseFrame(answer ?? '[3,"1",{}]').type).not.toBe('problem')
    }
  })

  it('inside a payload is accepted as JSON says, except where readers could differ', () => {
    const wrapped = (content: Buffer) => parseFrame(`[2,"id","DataTransfer",{"data":${content.toString('utf8')}}]`)
    const refused = files.filter(([name, content]) => name.startsWith('y_') && wrapped(content).type !== 'call')
    expect(refused.map(([name]) => name).toSorted()).toEqual(REFUSED_BY_US)
    // A few bad documents become good ones inside a wrapper; those must then read as JSON reads the wrapped text.
    for (const [, content] of files) {
      const frame = wrapped(content)
      const payload = frame.type === 'call' ? frame.payload : {}
      expect(JSON.parse(frame.type === 'call' ? frame.payloadText : '{}')).toEqual(payload)
    }
  })
})

describe.skipIf(!existsSync(STRINGS))('naughty strings (absent data skips this)', () => {
  const strings = existsSync(STRINGS)
    ? (JSON.parse(gunzipSync(readFileSync(STRINGS)).toString('utf8')) as string[])
    : [] // the file is a list of strings

  it('come back unchanged as message ids, actions, keys and values', () => {
    expect(strings.length).toBeGreaterThan(500)
    const answerable = strings.filter(text => text !== '' && text.length <= MAX_MESSAGE_ID_LENGTH)
    expect(answerable.length).toBeGreaterThan(480)
    for (const text of answerable) {
      const frame = parseFrame(writeCall(text, 'DataTransfer', { value: text, [text]: 1 }))
      expect(frame).toMatchObject({ type: 'call', id: text, payload: text === 'value' ? {} : { value: text } })
    }
    for (const text of strings) {
      expect(parseFrame(writeCall('1', 'DataTransfer', { value: text }))).toMatchObject({ payload: { value: text } })
    }
  })
})

describe.runIf(!existsSync(SUITE))('bad inputs', () => {
  it('are not on this machine: ../shared/data/bad-inputs is absent, so its tests are skipped', () => {
    expect(existsSync(SUITE)).toBe(false)
  })
})
