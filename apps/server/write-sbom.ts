import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productAt } from '@wattyard/help/server'
import { ROOT } from './root.ts'
import { productVersion } from './product-version.ts'

// Implements `npm run sbom`: writes the software bill of materials, as the console offers it for download, into dist.
const product = productAt(ROOT, productVersion(ROOT))
const file = join(ROOT, 'dist', 'wattyard.cdx.json')
const bill = await product.bill()
mkdirSync(join(ROOT, 'dist'), { recursive: true })
writeFileSync(file, bill)
process.stdout.write(`${file}: ${(await product.components()).length} components\n`)
