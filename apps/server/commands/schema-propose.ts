import { proposeSchema } from '@wattyard/server-kit'
import { compose } from '../compose.ts'
import type { Command } from './command.ts'

export const schemaPropose: Command = {
  words: ['schema', 'propose'],
  usage: 'schema propose',
  about:
    'prints the SQL that brings the database to the definitions, to be read and edited into a migration; nothing is run',
  async run(_args, { db, env, secrets, print }) {
    const { modules } = compose({
      db,
      profile: env.profile,
      version: '',
      secrets,
      log: { warn: () => {} },
      publicUrl: `http://${env.host}:${env.port}`,
    })
    const resources = modules.flatMap(module => module.resources ?? []).map(served => served.resource)
    const sql = await db.platform(tx => proposeSchema(tx, resources), { readOnly: true })
    print(sql || `-- ${resources.length} definitions, nothing to propose`)
    return 0
  },
}
