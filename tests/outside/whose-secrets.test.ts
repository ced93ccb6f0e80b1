import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callCommand } from '@wattyard/app-server/testing'
import { startEmbeddedPostgres } from '@wattyard/server-kit'
import { copyPreparedCluster, scratchFolder } from '@wattyard/testing'
import { afterEach, expect, it } from 'vitest'
import { startServer } from '../support/running-server.ts'

/** The product brings its own engine here, and the engine that stands for a server of somebody else. */
const LEFT_OUT = process.env.WATTYARD_TEST_DATABASE?.startsWith('postgres') === true || process.platform !== 'linux'

interface Place {
  /** Of the product that was the first. */
  folder: string
  /** Where the secrets are others: of a second product, or lost. */
  other: string
  environment: Record<string, string>
}

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function scratch(name: string): string {
  const folder = scratchFolder(name)
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const PLACES = {
  async 'an engine of its own'(): Promise<Place> {
    const folder = scratch('wattyard-whose-')
    await copyPreparedCluster(join(folder, 'postgres'))
    return { folder, other: folder, environment: {} }
  },
  async DATABASE_URL(): Promise<Place> {
    const shared = scratch('wattyard-shared-')
    await copyPreparedCluster(join(shared, 'postgres'))
    const engine = await startEmbeddedPostgres(shared)
    undo.push(() => engine.stop())
    const { folder, port, database, user } = engine.socket
    const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(folder)}&port=${port}`
    return { folder: scratch('wattyard-first-'), other: scratch('wattyard-other-'), environment: { DATABASE_URL: url } }
  },
}

const secretsIn = (folder: string) => join(folder, 'secrets.json')

async function started({ environment }: Place, folder: string): Promise<string> {
  try {
    const server = await startServer({ ...environment, WATTYARD_DEMO_FLEET: '0', WATTYARD_DATA: folder })
    // The beat that anchors the books.
    await expect
      .poll(async () => (await callCommand(['ledger', 'verify', '--json'], folder, environment)).output, {
        timeout: 30_000,
      })
      .toMatch(/"entries": [1-9]/)
    await server.stop()
    return 'started'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

it.skipIf(LEFT_OUT).each(Object.keys(PLACES) as (keyof typeof PLACES)[])(
  'a database in use is not served with other secrets, unless somebody says that its own are lost: %s',
  { timeout: 240_000 },
  async kind => {
    const place = await PLACES[kind]()
    const { folder, other, environment } = place
    const command = (data: string, ...args: string[]) =>
      callCommand(args, data, { DATABASE_URL: undefined, ...environment })
    expect(await started(place, folder)).toBe('started')
    const own = readFileSync(secretsIn(folder), 'utf8')
    renameSync(secretsIn(folder), join(folder, 'secrets.kept'))

    // Without any: nothing is made, and both ways out are named.
    for (const said of [await started(place, other), (await command(other, 'orders', 'list')).errors]) {
      expect(said).toContain('the database is in use')
      expect(said).toMatch(/bring the data folder back.*secrets adopt/s)
      expect(said).not.toContain('    at ')
    }
    expect(existsSync(secretsIn(other))).toBe(false)

    // With others.
    const { login } = JSON.parse(own) as { login: string }
    const strange = JSON.stringify({ ...(JSON.parse(own) as object), login: login.replaceAll(/\d/g, '0') })
    writeFileSync(secretsIn(other), strange)
    expect(await started(place, other)).toContain('(login)')
    expect(readFileSync(secretsIn(other), 'utf8')).toBe(strange)
    rmSync(secretsIn(other))

    // Whoever only asks changes nothing.
    const asked = await command(other, 'secrets', 'adopt')
    expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('--lost') as string })
    expect(existsSync(secretsIn(other))).toBe(false)

    expect(await command(other, 'secrets', 'adopt', '--lost')).toMatchObject({
      code: 0,
      output: expect.stringContaining('stay verifiable') as string,
    })
    expect(await started(place, other)).toBe('started')
    const verified = await command(other, 'ledger', 'verify', '--json')
    expect(verified.code).toBe(0)
    expect(verified.output).toContain('"unproved": 0')

    // The old ones are found: they are no longer those of the database, unless somebody says so.
    writeFileSync(secretsIn(folder), own)
    expect(await started(place, folder)).toContain('are not those that the database knows')
    expect((await command(folder, 'secrets', 'adopt', '--lost')).code).toBe(0)
    expect(await started(place, folder)).toBe('started')
    expect((await command(folder, 'ledger', 'verify')).code).toBe(0)
  },
)
