import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMigrations } from '@wattyard/server-kit'
import {
  type Check,
  checkArchive,
  checkClock,
  checkDisks,
  checkEngine,
  checkInstallation,
  checkKnownSecrets,
  checkSchema,
  checkSecrets,
  checkTransport,
} from '../doctor/checks.ts'
import { effectiveLimits, type Limit } from '../doctor/limits.ts'
import { measureLimits } from '../doctor/measure.ts'
import type { Environment } from '../environment.ts'
import { hasInstallation, openPoolForCommand } from '../open-database.ts'
import { ROOT } from '../root.ts'
import { asJson, type BareCommand } from './command.ts'
import { USAGES } from './usages.ts'

const MARKS = { good: 'ok   ', hint: 'hint ', wrong: 'WRONG' } as const

async function examine(env: Environment): Promise<{ checks: Check[]; limits: Limit[] }> {
  const now = Date.now()
  const outside = [...checkDisks(env), checkTransport(env, now), checkSecrets(env)]
  const migrations = readMigrations(join(ROOT, 'migrations'))
  const database = await openPoolForCommand(env)
  try {
    const { connection, release } = await database.pool.acquire()
    let inside: Check[]
    let limits: Limit[]
    try {
      inside = [
        ...(await checkEngine(connection, env)),
        await checkArchive(connection, env),
        ...(await checkSchema(connection, migrations)),
        await checkClock(connection),
      ]
      limits = await effectiveLimits(connection, env)
    } finally {
      release()
    }
    // Rows can be read only where the schema is that of this release.
    const isCurrent = inside.some(one => one.name === 'migrations' && one.result === 'good')
    const rows = isCurrent ? await checkInstallation(database.pool, now) : []
    const whose = await checkKnownSecrets(database.pool, env)
    return { checks: [...inside, ...rows, ...outside, whose], limits }
  } finally {
    await database.close()
  }
}

export const doctorCommand: BareCommand = {
  bare: true,
  ...USAGES.doctor,
  async run(args, { env, print }) {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, measure: { type: 'boolean', default: false } },
    })
    if (!hasInstallation(env))
      throw new Error(`no installation in ${env.dataFolder}: start the product there once, or set WATTYARD_DATA`)
    const { checks: examined, limits } = await examine(env)
    const { host, port, tls } = env
    const measured = values.measure ? await measureLimits({ host, port, tls: tls !== null }) : []
    const checks = [...examined, ...measured]
    const ok = checks.every(one => one.result !== 'wrong')
    if (values.json) print(asJson({ ok, checks, limits }))
    else {
      for (const { name, result, detail } of checks) print(`${MARKS[result]}  ${name.padEnd(16)}  ${detail}`)
      print('\nlimits')
      for (const { area, name, value } of limits) print(`  ${area.padEnd(9)} ${name.padEnd(50)} ${value}`)
    }
    return ok ? 0 : 1
  },
}
