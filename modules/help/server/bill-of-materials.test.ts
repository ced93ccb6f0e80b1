import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@wattyard/testing'
import { describe, expect, test } from 'vitest'
import { billOfMaterials, componentsOf, isAcceptedLicence, type Lock, purlOf } from './bill-of-materials.ts'
import { isNewer, productAt } from './read-product.ts'

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock // npm's own file

interface Bill {
  serialNumber: string
  components: {
    purl: string
    name: string
    group?: string
    version: string
    licenses: unknown[]
    scope: string
    hashes: { content: string }[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
const billOf = (of: Lock) => JSON.parse(billOfMaterials(of, '1.2.3')) as Bill // what was just written

const small: Lock = {
  packages: {
    '': { version: '1.2.3' },
    'modules/x': { version: '0.1.0' },
    'node_modules/@wattyard/x': { link: true },
    'node_modules/@a/b': {
      version: '1.0.0',
      license: 'MIT',
      integrity: `sha512-${Buffer.from('x').toString('base64')}`,
      dependencies: { c: '*', gone: '*' },
    },
    'node_modules/@a/b/node_modules/c': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
    'node_modules/c': { version: '1.0.0', license: 'ISC', optional: true },
    'node_modules/tool': { version: '9.0.0', license: 'GPL-3.0', dev: true },
  },
}

describe('the list of components', () => {
  test('every production dependency of the lock: name, version, licence, package URL', () => {
    const { components } = billOf(lock)
    const wanted = Object.entries(lock.packages)
      .filter(([path, { dev, link, version }]) => path.includes('node_modules/') && !dev && !link && version)
      .map(([path, { version }]) => purlOf(path.slice(path.lastIndexOf('node_modules/') + 13), version ?? ''))
    expect(wanted.length).toBeGreaterThan(100)
    expect(components.map(({ purl }) => purl).toSorted()).toEqual([...new Set(wanted)].toSorted())
    for (const one of components) {
      expect(one.name, one.purl).not.toBe('')
      expect(one.version, one.purl).toMatch(/^\d+\.\d+\.\d+/)
      expect(one.licenses, one.purl).toHaveLength(1)
    }
    // All but what comes from nowhere: a package without a hash could be anything.
    expect(components.filter(({ hashes }) => hashes.length === 0).map(({ purl }) => purl)).toEqual([])
  })

  test('the same lock gives the same bytes; another one another number', () => {
    expect(billOfMaterials(lock, '1.2.3')).toBe(billOfMaterials(structuredClone(lock), '1.2.3'))
    expect(billOf(lock).serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(billOf(small).serialNumber).not.toBe(billOf(lock).serialNumber)
    expect(billOfMaterials(lock, '1.2.3')).not.toContain(ROOT)
    expect(billOfMaterials(lock, '1.2.3')).not.toMatch(/https?:/)
  })

  test('scopes, nested versions, expressions, hashes and who needs whom', () => {
    const { components, dependencies } = billOf(small)
    expect(components).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40a/b@1.0.0',
        group: '@a',
        name: 'b',
        version: '1.0.0',
        scope: 'required',
        hashes: [{ alg: 'SHA-512', content: '78' }],
        licenses: [{ license: { id: 'MIT' } }],
        purl: 'pkg:npm/%40a/b@1.0.0',
      },
      {
        type: 'library',
        'bom-ref': 'pkg:npm/c@1.0.0',
        name: 'c',
        version: '1.0.0',
        scope: 'optional',
        hashes: [],
        licenses: [{ license: { id: 'ISC' } }],
        purl: 'pkg:npm/c@1.0.0',
      },
      {
        type: 'library',
        'bom-ref': 'pkg:npm/c@2.0.0',
        name: 'c',
        version: '2.0.0',
        scope: 'required',
        hashes: [],
        licenses: [{ expression: '(MIT OR Apache-2.0)' }],
        purl: 'pkg:npm/c@2.0.0',
      },
    ])
    expect(dependencies[0]).toEqual({ ref: 'pkg:npm/%40a/b@1.0.0', dependsOn: ['pkg:npm/c@2.0.0'] })
  })

  test('a licence that nobody has read fails, by name', () => {
    const withOne = (license?: string): Lock => ({
      packages: { 'node_modules/odd': { version: '1.0.0', ...(license ? { license } : {}) } },
    })
    for (const bad of [undefined, 'GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN X', 'UNLICENSED'])
      expect(() => componentsOf(withOne(bad)), String(bad)).toThrow('odd@1.0.0')
    for (const good of ['MIT', '(MIT OR ISC)', 'Apache-2.0 AND MIT']) expect(isAcceptedLicence(good)).toBe(true)
  })
})

describe('what the repository holds about the product', () => {
  const product = productAt(ROOT, '1.2.3')

  test('licence texts are those the packages ship', async () => {
    const zod = (await product.components()).find(({ name }) => name === 'zod')
    expect(await product.licenceText(zod?.purl ?? '')).toMatch(/MIT License[\s\S]*WITHOUT WARRANTY/)
  })

  test.each(['', '../../package.json', 'pkg:npm/../../etc@1', 'pkg:npm/none@1.0.0'])(
    '%s is no component',
    async purl => {
      expect(await product.licenceText(purl)).toBeNull()
    },
  )

  test('release notes are there in every language, newest first, and this version has its own', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string } // our own file
    const [zh, en, es] = await Promise.all((['zh', 'en', 'es'] as const).map(language => product.notes(language)))
    expect(zh?.map(one => one.version)).toEqual(en?.map(one => one.version))
    expect(zh?.map(one => one.version)).toEqual(es?.map(one => one.version))
    expect(zh?.[0]?.version).toBe(version)
  })

  test('0.10.0 is newer than 0.9.0', () => {
    expect(isNewer('0.10.0', '0.9.0')).toBe(true)
    expect(isNewer('0.9.0', '0.10.0')).toBe(false)
    expect(isNewer('1.0.0', '1.0.0')).toBe(false)
  })
})
