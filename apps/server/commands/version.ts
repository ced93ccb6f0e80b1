import { productVersion } from '../product-version.ts'
import { ROOT } from '../root.ts'
import { runningProduct } from '../running-product.ts'
import { asJson } from './command.ts'

/** `version [--json]`: which release this is; needs no installation and opens no database. */
export function versionText(args: readonly string[], commit: string | undefined): string {
  const { startedAt: _, ...told } = runningProduct(ROOT, productVersion(ROOT), commit, 0)
  const facts = { product: 'wattyard', ...told, node: process.versions.node }
  if (args.includes('--json')) return asJson(facts)
  return `wattyard ${facts.version}${facts.commit === null ? '' : ` (${facts.commit.slice(0, 12)})`}, schema ${facts.schema}, Node.js ${facts.node}`
}
