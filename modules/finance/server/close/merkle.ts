import { hash } from 'node:crypto'

const LEAF = 0
const NODE = 1

/** Merkle hash of no leaves (RFC 6962 §2.1): the hash of the empty string. */
export const EMPTY_ROOT = hash('sha256', '', 'hex')

let scratch = Buffer.alloc(4_096)

function hashLeaf(leaf: Uint8Array): Buffer {
  if (scratch.length < leaf.length + 1) scratch = Buffer.alloc((leaf.length + 1) * 2)
  scratch[0] = LEAF
  scratch.set(leaf, 1)
  return hash('sha256', scratch.subarray(0, leaf.length + 1), 'buffer')
}

const pair = Buffer.alloc(65)
pair[0] = NODE

function hashNode(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1)
  right.copy(pair, 33)
  return hash('sha256', pair, 'buffer')
}

/** A growing tree that keeps one hash per level, so that any number of leaves takes one pass. */
export interface MerkleTree {
  add(leaf: Uint8Array): void
  readonly count: number
  /** Merkle tree hash (RFC 6962 §2.1) of the leaves added so far, 64 hex digits. */
  root(): string
}

/** Returns an empty tree. SHA-256 with 0x00 before leaves and 0x01 before nodes, so that a node cannot pass for a leaf. */
export function merkleTree(): MerkleTree {
  // Roots of full subtrees, largest first; two of the same size are merged immediately.
  const stack: { size: number; hash: Buffer }[] = []
  let count = 0
  return {
    add(leaf) {
      let top = { size: 1, hash: hashLeaf(leaf) }
      for (let last = stack.at(-1); last && last.size === top.size; last = stack.at(-1)) {
        stack.pop()
        top = { size: top.size * 2, hash: hashNode(last.hash, top.hash) }
      }
      stack.push(top)
      count++
    },
    get count() {
      return count
    },
    root() {
      const [smallest, ...larger] = stack.toReversed()
      if (!smallest) return EMPTY_ROOT
      return larger.reduce((right, left) => hashNode(left.hash, right), smallest.hash).toString('hex')
    },
  }
}
