import { type Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@wattyard/server-kit'
import type { ReleaseNotes } from '../contract/calls/about.ts'
import { billOfMaterials, componentsOf, type Lock, type LockedComponent } from './bill-of-materials.ts'

/** Longest licence text that is shown; some packages put the texts of everything they contain into one file. */
const MAX_LICENCE_BYTES = 512 * 1024
const LICENCE_FILE = /^(licen[cs]e|copying|unlicense)([.-].*)?$/i
const NOTES_FILE = /^(\d+\.\d+\.\d+)\.(zh|en|es)\.md$/

/** Data of the repository about the product: components, licence texts, release notes. Read at the first request. */
export interface Product {
  components(): Promise<readonly LockedComponent[]>
  bill(): Promise<string>
  /** Returns the licence text shipped with a component; null when there is none or the package is not installed here. */
  licenceText(purl: string): Promise<string | null>
  /** Newest first. */
  notes(language: Language): Promise<ReleaseNotes[]>
}

/** Compares version numbers part by part: 0.10.0 is newer than 0.9.0. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map(version => version.split('.').map(Number)) as [number[], number[]]
  const at = left.findIndex((part, i) => part !== right[i])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

async function licenceIn(folder: string): Promise<string | null> {
  const files = (await entriesOf(folder)).filter(entry => entry.isFile() && LICENCE_FILE.test(entry.name))
  const [first] = files.map(({ name }) => name).toSorted()
  if (first === undefined) return null
  return (await readFile(join(folder, first))).subarray(0, MAX_LICENCE_BYTES).toString('utf8')
}

/**
 * Returns the product's data.
 * @param root folder of package.json, package-lock.json, node_modules and docs
 */
export function productAt(root: string, version: string): Product {
  let lock: Promise<Lock> | undefined
  const readLock = (): Promise<Lock> => {
    lock ??= readFile(join(root, 'package-lock.json'), 'utf8').then(text => JSON.parse(text) as Lock) // npm's own file
    return lock
  }
  let found: Promise<LockedComponent[]> | undefined
  const components = (): Promise<LockedComponent[]> => {
    found ??= readLock().then(componentsOf)
    return found
  }
  const notesFolder = join(root, 'docs/release-notes')
  return {
    components,
    bill: async () => billOfMaterials(await readLock(), version),
    async licenceText(purl) {
      const component = (await components()).find(one => one.purl === purl)
      // The folder comes from the lock file, never from the caller.
      return component ? licenceIn(join(root, component.folder)) : null
    },
    async notes(language) {
      const names = (await entriesOf(notesFolder)).flatMap(({ name }) => {
        const [, its = '', spoken] = NOTES_FILE.exec(name) ?? []
        return spoken === language ? [{ name, version: its }] : []
      })
      const sorted = names.toSorted((a, b) => (isNewer(a.version, b.version) ? -1 : 1))
      return Promise.all(
        sorted.map(async one => ({
          version: one.version,
          text: await readFile(join(notesFolder, one.name), 'utf8'),
        })),
      )
    },
  }
}
