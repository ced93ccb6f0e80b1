import { createHash } from 'node:crypto'
import type { Component } from '../contract/calls/about.ts'

/** An entry of package-lock.json, version 3, with the fields used here. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lock {
  packages: Readonly<Record<string, LockedPackage>>
}

/** A component with its folder in node_modules. */
export interface LockedComponent extends Component {
  readonly folder: string
  readonly integrity: string | undefined
}

/**
 * Accepted SPDX identifiers: permissive ones, and MPL-2.0, whose files stay under it. A person has to read any other licence
 * first.
 */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts: they may be embedded in documents, which are not affected (clause 5).
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

/** Packages whose metadata names no licence although they contain a licence text. */
const READ_BY_A_PERSON: Readonly<Record<string, string>> = {
  // Its sources say: licensed under the MIT license.
  'precond@0.2.3': 'MIT',
  // Its file LICENSE is the MIT licence.
  'png-js@2.0.0': 'MIT',
}

/** Thrown for packages with an unaccepted licence or with none. */
export class UnknownLicence extends Error {
  constructor(components: readonly string[]) {
    super(`these licences are not known: ${components.join(', ')}`)
    this.name = 'UnknownLicence'
  }
}

/** Returns whether every name in an expression such as `MIT`, `(MIT OR Apache-2.0)` or `MIT AND ISC` is accepted. */
export function isAcceptedLicence(expression: string): boolean {
  const names = expression.match(/[\w.+-]+/g) ?? []
  const licences = names.filter(name => !/^(AND|OR|WITH)$/.test(name))
  return licences.length > 0 && licences.every(name => ACCEPTED.has(name))
}

/** Returns the npm package URL; the `@` of a scope is encoded. */
export const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Returns the components of the product: every package of the lock file that is not for development only, each version once,
 * sorted by name. Optional packages are included on every machine, whether installed or not.
 *
 * @throws UnknownLicence naming the packages to be reviewed
 */
export function componentsOf({ packages }: Lock): LockedComponent[] {
  const found = new Map<string, LockedComponent>()
  const unknown: string[] = []
  for (const [folder, { version, license, integrity, link, dev, optional }] of Object.entries(packages)) {
    if (!folder.includes('node_modules/') || link || dev || version === undefined) continue
    const name = nameOf(folder)
    const id = `${name}@${version}`
    const licence = license ?? READ_BY_A_PERSON[id] ?? ''
    if (!isAcceptedLicence(licence)) unknown.push(`${id} (${licence || 'none'})`)
    const known = found.get(id)
    const isOptional = optional === true && known?.isOptional !== false
    found.set(id, {
      name,
      version,
      licence,
      purl: purlOf(name, version),
      isOptional,
      folder: known?.folder ?? folder,
      integrity,
    })
  }
  if (unknown.length > 0) throw new UnknownLicence(unknown)
  const order = ({ name, version }: LockedComponent): string => `${name} ${version}`
  return [...found.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** Where Node would find a dependency of a package, by the lock alone. */
function resolved({ packages }: Lock, from: string, dependency: string): string | undefined {
  for (let place = from; ; ) {
    const folder = `${place === '' ? '' : `${place}/`}node_modules/${dependency}`
    if (packages[folder]) return folder
    if (place === '') return undefined
    const up = place.lastIndexOf('/node_modules/')
    place = up < 0 ? '' : place.slice(0, up)
  }
}

function dependenciesOf(lock: Lock, components: readonly LockedComponent[]): { ref: string; dependsOn: string[] }[] {
  return components.map(({ folder, purl }) => {
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[folder] ?? {}
    const purls = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(name => {
      const place = resolved(lock, folder, name)
      const version = place === undefined ? undefined : lock.packages[place]?.version
      return version === undefined ? [] : [purlOf(name, version)]
    })
    return { ref: purl, dependsOn: [...new Set(purls)].toSorted() }
  })
}

/** `sha512-…` of the lock as CycloneDX writes it. */
function hashOf(integrity: string | undefined): { alg: string; content: string }[] {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? []
  return base64 === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
}

const licenceOf = (expression: string) =>
  /^[\w.+-]+$/.test(expression) ? { license: { id: expression } } : { expression }

/** A name for this very list: the same list has the same name on every machine. */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Returns the software bill of materials, CycloneDX 1.6 in JSON. It contains no time and place, so one lock file always gives the
 * same bytes.
 */
export function billOfMaterials(lock: Lock, version: string): string {
  const components = componentsOf(lock)
  const body = {
    metadata: { component: { type: 'application', 'bom-ref': 'wattyard', name: 'wattyard', version } },
    components: components.map(({ name, version: its, licence, purl, isOptional, integrity }) => ({
      type: 'library',
      'bom-ref': purl,
      ...(name.startsWith('@') ? { group: name.split('/')[0] } : {}),
      name: name.replace(/^@[^/]+\//, ''),
      version: its,
      scope: isOptional ? 'optional' : 'required',
      hashes: hashOf(integrity),
      licenses: [licenceOf(licence)],
      purl,
    })),
    dependencies: dependenciesOf(lock, components),
  }
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(JSON.stringify(body)), version: 1 }
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`
}
