import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { choosePort } from './free-port.ts'
import { type KeptServer, keepServer } from './keep-server.ts'

/** Says when it begins and ends, and answers after a while, as the product does. */
const SERVER = `
import { createServer } from 'node:http'
console.log('begins')
const server = createServer((_, answer) => answer.end('ok'))
setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1'), 150)
process.on('SIGTERM', () => setTimeout(() => { console.log('ends'); process.exit(0) }, 100))
`

let folder: string
let file: string
let told: string[]
let kept: KeptServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-keep-'))
  file = join(folder, 'server.mjs')
  told = []
})

afterEach(async () => {
  await kept.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function keep(source: string): Promise<void> {
  writeFileSync(file, source)
  const port = await choosePort(undefined, 20_000 + Math.floor(Math.random() * 20_000), '127.0.0.1')
  kept = keepServer({
    program: process.execPath,
    args: [file],
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/`,
    line: text => void told.push(text),
    ready: (_took, why) => void told.push(`ready ${why}`),
    failed: () => void told.push('failed'),
  })
}

test('the old one has ended before the new one begins, and what waits gets the new one', async () => {
  await keep(SERVER)
  await kept.whenSettled()
  kept.restart('a.ts')
  kept.restart('b.ts')
  await kept.whenSettled()
  expect(told).toEqual(['begins', 'ready null', 'ends', 'begins', 'ready a.ts, b.ts'])
})

test('a change while it starts gives that start up', async () => {
  await keep(SERVER)
  const first = kept.whenSettled()
  await sleep(100)
  kept.restart('a.ts')
  await first
  expect(told.filter(line => line.startsWith('ready'))).toEqual(['ready a.ts'])
})

test('one that does not start is tried again after a change, not before', async () => {
  await keep('process.exit(1)')
  await kept.whenSettled()
  await sleep(300)
  expect(told).toEqual(['failed'])
  writeFileSync(file, SERVER)
  kept.restart('server.mjs')
  await kept.whenSettled()
  expect(told.at(-1)).toBe('ready server.mjs')
})

test('the end is the server’s own, and nothing starts after it', async () => {
  await keep(SERVER)
  await kept.whenSettled()
  kept.restart('a.ts')
  await kept.stop()
  kept.restart('b.ts')
  await sleep(200)
  expect(told).toEqual(['begins', 'ready null', 'ends'])
})

test('a port that was asked for is that one or none', async () => {
  await keep(SERVER)
  await kept.whenSettled()
  const { createServer } = await import('node:net')
  const other = createServer()
  const taken = await new Promise<number>(done =>
    other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port)),
  )
  await expect(choosePort(String(taken), 1, '127.0.0.1')).rejects.toThrow(`port ${taken} is taken`)
  expect(await choosePort(undefined, taken, '127.0.0.1')).toBeGreaterThan(taken)
  other.close()
})
