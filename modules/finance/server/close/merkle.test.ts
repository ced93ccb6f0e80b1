import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WholeJournal } from '@wattyard/ledger/server'
import { canonicalText, leafBytes } from './canonical.ts'
import { writeJournal, writeOrder } from './day-leaves.ts'
import { EMPTY_ROOT, merkleTree } from './merkle.ts'
import { daySigner, isSignedWith, newSigningKey, publicSigningKey, signingKeyId } from './signer.ts'

const sha = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 6962 §2.1, word for word: split at the largest power of two below n. */
function bookRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha()
  const [only] = leaves
  if (leaves.length === 1 && only) return sha(Buffer.of(0), only)
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha(Buffer.of(1), bookRoot(leaves.slice(0, k)), bookRoot(leaves.slice(k)))
}

function rootOf(leaves: readonly Uint8Array[]): string {
  const tree = merkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

const anyLeaf = fc.uint8Array({ maxLength: 40 })

describe('the tree', () => {
  test('has the roots that are published for certificate logs', () => {
    // Test leaves and roots of the reference implementation of RFC 6962 logs.
    const leaves = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ].map(hex => Buffer.from(hex, 'hex'))
    expect(rootOf([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(rootOf(leaves.slice(0, 1))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(rootOf(leaves.slice(0, 2))).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
    expect(rootOf(leaves.slice(0, 3))).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77')
    expect(rootOf(leaves.slice(0, 7))).toBe('ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c')
    expect(rootOf(leaves)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
  })

  test('made in one pass is the one of the book, for any leaves', () => {
    fc.assert(
      fc.property(fc.array(anyLeaf, { maxLength: 70 }), leaves => {
        expect(rootOf(leaves)).toBe(bookRoot(leaves).toString('hex'))
      }),
    )
    expect(EMPTY_ROOT).toBe(bookRoot([]).toString('hex'))
  })

  test('changes with any byte of any leaf, with their order and their number (I-40)', () => {
    const some = fc.array(fc.uint8Array({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(some, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (leaves, which, where, flip) => {
        const root = rootOf(leaves)
        const changed = leaves.map(leaf => Uint8Array.from(leaf))
        const leaf = changed[which % changed.length]
        if (!leaf) throw new Error('there is a leaf')
        leaf[where % leaf.length] = (leaf[where % leaf.length] ?? 0) ^ flip
        expect(rootOf(changed)).not.toBe(root)
        expect(rootOf([...leaves, new Uint8Array()])).not.toBe(root)
        expect(rootOf(leaves.slice(1))).not.toBe(root)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('leaves', () => {
  test('are canonical: key order says nothing, types of integers say nothing, nulls count', () => {
    expect(canonicalText({ b: 1, a: [2n, '2', null, true] })).toBe('{"a":["2","2",null,true],"b":"1"}')
    expect(canonicalText({ a: [2, '2', null, true], b: '1' })).toBe('{"a":["2","2",null,true],"b":"1"}')
    expect(canonicalText({ a: null })).not.toBe(canonicalText({}))
    expect(canonicalText('充电 "\n')).toBe('"充电 \\"\\n"')
    expect(leafBytes(canonicalText('x充'))).toEqual(Buffer.concat([Buffer.of(2), Buffer.from('"x充"')]))
  })

  test('of journals and orders are what the canonical text says, whatever people typed', () => {
    const text = fc.string({ unit: 'binary' })
    const optional = fc.option(text)
    const posting = fc.tuple(text, text, text, text, text)
    const lineOf = fc.array(text, { minLength: 11, maxLength: 11 })
    const journal = fc.tuple(
      text,
      text,
      text,
      text,
      text,
      text,
      text,
      text,
      text,
      text,
      text,
      optional,
      optional,
      text,
      text,
      fc.array(posting, { maxLength: 4 }),
    )
    const settled = fc.tuple(
      text,
      text,
      text,
      text,
      text,
      optional,
      optional,
      text,
      text,
      text,
      text,
      text,
      optional,
      text,
      text,
      optional,
      optional,
      optional,
      fc.array(lineOf, { maxLength: 4 }),
    )
    const isCanonical = (written: string) => expect(written).toBe(canonicalText(JSON.parse(written)))
    fc.assert(
      fc.property(journal, settled, (one, other) => {
        isCanonical(writeJournal(one as WholeJournal)) // the kind is a word among other words here
        isCanonical(writeOrder(other))
        isCanonical(writeOrder(other, 1))
      }),
    )
  })

  test('hold no floats', () => {
    for (const value of [0.1, Number.NaN, Infinity, 2 ** 53]) expect(() => canonicalText(value)).toThrow(RangeError)
  })

  test('of different values differ', () => {
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('any'), { maxKeys: 4 }),
      ),
    })).any as fc.Arbitrary<Parameters<typeof canonicalText>[0]> // letrec knows no recursive types
    const plain = (of: unknown): string =>
      JSON.stringify(of, (_key, inner: unknown) => (typeof inner === 'number' ? String(inner) : inner))
    fc.assert(
      fc.property(value, one => {
        // Parsing gives the value back, numbers as text: so no two different values share a text.
        expect(plain(JSON.parse(canonicalText(one)))).toEqual(plain(sortKeys(one)))
      }),
    )
  })
})

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys((value as Record<string, unknown>)[key]) // an object, as asked above
  return sorted
}

describe('signatures', () => {
  test('are of one root, one purpose and one key', () => {
    const oldKey = newSigningKey()
    const old = daySigner(oldKey)
    const now = daySigner(newSigningKey())
    const root = 'ab'.repeat(32)
    const signature = old.sign(root)
    expect(old.verify(old.keyId, root, signature)).toBe(true)
    expect(old.verify(old.keyId, 'ac'.repeat(32), signature)).toBe(false)
    expect(old.verify(old.keyId, root, signature, 'anchor')).toBe(false)
    expect(old.verify(old.keyId, root, 'zz')).toBe(false)
    expect(now.verify(now.keyId, root, signature)).toBe(false)
    expect(now.verify(old.keyId, root, signature)).toBeNull()
  })

  test('can be checked by whoever has the public key alone', () => {
    const key = newSigningKey()
    const signer = daySigner(key)
    const publicKey = publicSigningKey(key)
    const root = 'ab'.repeat(32)
    expect(signingKeyId(publicKey)).toBe(signer.keyId)
    expect(isSignedWith(publicKey, root, signer.sign(root), 'day close')).toBe(true)
    expect(isSignedWith(publicKey, root, signer.sign(root), 'anchor')).toBe(false)
    expect(isSignedWith(publicSigningKey(newSigningKey()), root, signer.sign(root), 'day close')).toBe(false)
  })

  test('take no other kind of key', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    expect(() => daySigner(privateKey)).toThrow('not an Ed25519 key')
  })
})
