import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from '@wattyard/testing'

/** One source file of the repository. */
export interface Source {
  /** From the root, with forward slashes: `modules/assets/server/module.ts`. */
  path: string
  text: string
  /** The workspace package it belongs to; null for loose scripts. */
  home: Package | null
  /** What it imports, as written. */
  imports: readonly string[]
  isTest: boolean
}

export interface Package {
  name: string
  /** From the root: `modules/assets`. */
  folder: string
  dependencies: readonly string[]
  devDependencies: readonly string[]
}

const FOLDERS = ['apps', 'kernel', 'protocols', 'modules', 'tests', 'bench', 'scripts']

interface PackageFile {
  name?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function readPackage(file: string): Package {
  const json = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as PackageFile // npm would not have installed another shape
  return {
    name: json.name ?? file,
    folder: dirname(file),
    dependencies: Object.keys({ ...json.dependencies, ...json.optionalDependencies }),
    devDependencies: Object.keys(json.devDependencies ?? {}),
  }
}

const isOurs = (path: string) => !/(^|\/)(node_modules|dist|data)\//.test(path)
const glob = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: name => name === 'node_modules' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(isOurs)

export function readPackages(): Package[] {
  return glob(`{${FOLDERS.join(',')}}/**/package.json`)
    .toSorted()
    .map(readPackage)
}

export const rootPackage = (): Package => readPackage('package.json')

const IMPORTS = [
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
]

/** Specifiers of static and dynamic imports, types included: a type across a border is a border crossed. */
export function importsOf(text: string): string[] {
  return IMPORTS.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] ?? ''))
}

/** Every source file of ours, in order of path. */
export function readSources(packages: readonly Package[]): Source[] {
  const files = glob(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,mts,mjs}`).toSorted()
  return files.map(path => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const home =
      packages
        .filter(one => path.startsWith(`${one.folder}/`))
        .toSorted((a, b) => b.folder.length - a.folder.length)[0] ?? null
    return { path, text, home, imports: importsOf(text), isTest: isTestFile(path) }
  })
}

/** Tests and what only tests use. */
function isTestFile(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    /\/testing\//.test(path) ||
    /^(tests|bench)\//.test(path) ||
    path.startsWith('kernel/testing/')
  )
}

/** Where a relative import leads, from the root. */
export function targetOf(source: Source, specifier: string): string {
  return relative(ROOT, resolve(ROOT, dirname(source.path), specifier)).replaceAll('\\', '/')
}

/** Name of the package in a bare specifier: `@wattyard/assets/server` is `@wattyard/assets`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
