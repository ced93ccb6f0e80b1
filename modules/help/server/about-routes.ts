import { tenantById } from '@wattyard/identity/server'
import { type Route, route, serveCall, type Tx, col } from '@wattyard/server-kit'
import { z } from 'zod'
import { type Engines, listComponents, readAbout, readLicence } from '../contract/calls/about.ts'
import type { Product } from './read-product.ts'

/** Facts about the running program. */
export interface Running {
  readonly version: string
  readonly commit: string | null
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Licence of the product from package.json. */
  readonly licence: string
  /** Number and name of the release's last migration. A database with another one is not opened. */
  readonly schema: string
}

async function enginesOf(tx: Tx, schema: string): Promise<Engines> {
  const [row] = await tx.query({ database: col.text }, `select current_setting('server_version') as database`)
  return { database: `PostgreSQL ${row?.database ?? ''}`, node: process.versions.node, schema }
}

/** Returns `/chg/api/help/*`: product, release notes and components, for all staff. */
export function aboutRoutes(running: Running, product: Product): readonly Route[] {
  return [
    serveCall(readAbout, {
      work: 'read',
      async handle({ tx, caller, language }) {
        const tenant = await tenantById(tx, caller.tenantId)
        const { schema, ...told } = running
        return {
          ...told,
          zone: tenant?.zone ?? 'Asia/Shanghai',
          engines: caller.roles.includes('admin') ? await enginesOf(tx, schema) : null,
          notes: await product.notes(language),
        }
      },
    }),
    serveCall(listComponents, {
      work: 'read',
      // The declared output drops the components' other fields.
      handle: async () => ({ list: await product.components() }),
    }),
    serveCall(readLicence, {
      work: 'read',
      handle: async ({ input }) => ({ text: await product.licenceText(input.purl) }),
    }),
    route({
      method: 'GET',
      path: '/api/help/sbom',
      access: 'signed-in',
      input: z.strictObject({}),
      work: 'raw',
      guests: true,
      summary: 'software bill of materials, CycloneDX 1.6',
      async handle({ reply }) {
        return reply
          .header('content-type', 'application/vnd.cyclonedx+json; version=1.6')
          .header('content-disposition', 'attachment; filename="wattyard.cdx.json"')
          .send(await product.bill())
      },
    }),
  ]
}
