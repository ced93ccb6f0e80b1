import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyOfCertificate } from '@wattyard/pay-frame'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startByArguments } from './command.ts'
import { openFolder } from './folder.ts'
import { tryPayment } from './try-payment.ts'

let folder: string
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'wechat-pay-')), 'new')
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

const inFolder = (...names: string[]) => join(folder, ...names)

describe('the command', () => {
  test('makes a folder with keys of its own, which nobody else may read, and starts from it again', async () => {
    const args = [
      '--folder',
      folder,
      '--port',
      '0',
      '--keep',
      '--route',
      'https://pay.example.com=http://127.0.0.1:8080',
    ]
    const first = await startByArguments([...args, '--control', '0', '--answers', 'lost=0.05,late=0.01'])
    const { id, pem } = first.keys.publicKey()
    const own = inFolder('merchant-1900000001')
    expect(readFileSync(join(own, 'pub_key.pem'), 'utf8')).toBe(pem)
    expect(readFileSync(join(own, 'pub_key_id.txt'), 'utf8')).toBe(`${id}\n`)
    const { serial } = keyOfCertificate(readFileSync(join(own, 'apiclient_cert.pem'), 'utf8'))
    expect(readFileSync(inFolder('merchants.json'), 'utf8')).toContain(serial)
    for (const file of [inFolder('platform.json'), inFolder('merchants.json'), join(own, 'apiclient_key.pem')])
      expect(statSync(file).mode & 0o077).toBe(0)
    const answer = await fetch(`${first.controlUrl}/rotate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    const rotated = (await answer.json()) as { serial: string }
    await first.stop()
    const second = await startByArguments(args)
    expect(second.controlUrl).toBeNull()
    expect(second.keys.publicKey().id).toBe(id)
    expect(second.keys.signerFor('certificate').serial).toBe(rotated.serial)
    await second.stop()
  })

  test.each([
    [['--port', 'x'], '--port is not a whole number'],
    [['--port', '65536'], '--port'],
    [['--pace', '0'], '--pace'],
    [['--mode', 'both'], '--mode is not one of certificate, publicKey'],
    [['--route', 'https://pay.example.com'], '--route is not'],
    [['--route', 'https://pay.example.com/x=http://127.0.0.1'], '--route is not'],
    [['--answers', 'lost'], 'the share of lost'],
    [['--answers', 'lost=2'], 'the share of lost'],
    [['--notices', 'lost=0.1'], 'lost is not one of late, twice'],
    [['--answers', 'lost=0.6,late=0.6'], 'together'],
    [['--unknown'], 'unknown'],
  ])('refuses %j', async (args, message) => {
    await expect(startByArguments(['--folder', folder, '--port', '0', ...args])).rejects.toThrow(message)
  })

  test('names the file of a folder that cannot be used', () => {
    const kept = readFileSync(inFolder('merchants.json'), 'utf8')
    writeFileSync(inFolder('merchants.json'), '[{"mchid":7}]')
    expect(() => openFolder(folder, 'publicKey', 0)).toThrow('merchants.json')
    writeFileSync(inFolder('merchants.json'), '[')
    expect(() => openFolder(folder, 'publicKey', 0)).toThrow('merchants.json')
    writeFileSync(inFolder('merchants.json'), kept)
  })

  test.each(['publicKey', 'certificate'] as const)('tries a payment and prints each step: %s', async mode => {
    const lines: string[] = []
    await tryPayment(openFolder(join(folder, mode), mode, Date.now()), line => lines.push(line))
    const printed = lines.join('\n')
    expect(printed).toContain('"event_type":"TRANSACTION.SUCCESS"')
    expect(printed).toContain('"event_type":"REFUND.SUCCESS"')
    expect(printed).toContain('`2,`50.00,`12.34,`0.00,`0.23,`50.00,`12.34')
  })
})
