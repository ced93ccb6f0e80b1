import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './product.ts'

interface Score {
  performance: number
  accessibility: number
}

interface Answer {
  lhr: { lighthouseVersion: string; categories: Readonly<Record<string, { score: number | null }>> }
}
type Run = (url: string, flags: object, config: unknown) => Promise<Answer | undefined>

export interface Lighthouse {
  version: string
  /** Scores of one look at a page, 0 to 100, as a desktop. */
  look(url: string, debuggingPort: number): Promise<Score>
}

/**
 * Lighthouse, where it is installed. It is no dependency: with what it brings it takes 176 MB. `BENCH_LIGHTHOUSE` names a
 * folder in which it was installed (`npm install --prefix <folder> lighthouse@13.5.0`).
 */
export async function findLighthouse(): Promise<Lighthouse | null> {
  const require = createRequire(join(process.env.BENCH_LIGHTHOUSE ?? ROOT, 'package.json'))
  const load = async (name: string): Promise<{ default: unknown }> =>
    (await import(pathToFileURL(require.resolve(name)).href)) as { default: unknown } // what the package documents
  let run: Run
  let config: unknown
  let version: string
  try {
    run = (await load('lighthouse')).default as Run // its documented door
    config = (await load('lighthouse/core/config/desktop-config.js')).default
    version = (require('lighthouse/package.json') as { version: string }).version
  } catch {
    return null
  }
  return {
    version,
    async look(url, port) {
      const flags = {
        port,
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility'],
        // Who is signed in stays so.
        disableStorageReset: true,
      }
      const answer = await run(url, flags, config)
      const scoreOf = (name: string): number => Math.round((answer?.lhr.categories[name]?.score ?? Number.NaN) * 100)
      return { performance: scoreOf('performance'), accessibility: scoreOf('accessibility') }
    },
  }
}
