import { type CallAnswer, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'
import { OFFICE_KINDS, OFFICE_STATUSES } from '../office.ts'

/** An office with the offices below it, in order. */
export interface OfficeNode {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly kind: (typeof OFFICE_KINDS)[number]
  readonly status: (typeof OFFICE_STATUSES)[number]
  /** Number of people of this office itself whom the caller may see; null for callers who may not see people. */
  readonly people: number | null
  /** Number of stations of this operator; null for departments, and for callers who may not see stations. */
  readonly stations: number | null
  readonly children: readonly OfficeNode[]
}

// The type is stated separately because it is recursive: TypeScript cannot infer it from the schema that uses it.
const officeNode: z.ZodType<OfficeNode> = z.object({
  id: z.string(),
  code: z.string(),
  label: z.string(),
  kind: z.enum(OFFICE_KINDS),
  status: z.enum(OFFICE_STATUSES),
  people: z.int().nullable(),
  stations: z.int().nullable(),
  children: z.array(z.lazy(() => officeNode)),
})

export const readOfficeTree = defineCall({
  method: 'GET',
  path: '/api/res/management/areaofficetrees',
  access: 'identity.office:read',
  summary: 'offices as a tree',
  input: z.strictObject({}),
  output: z.object({ list: z.array(officeNode) }),
})

/** People whose view a move changes. */
const reachChange = z.object({
  /** Number of people. `names` holds only those whom the caller sees. */
  count: z.int(),
  names: z.array(z.string()),
})
export type ReachChange = z.output<typeof reachChange>

const optionalId = z
  .union([idInput, z.literal('')])
  .optional()
  .transform(id => id || null)

export const previewOfficeMove = defineCall({
  method: 'GET',
  path: '/api/sys/office/moving',
  access: 'identity.office:move',
  summary: 'what moving an office would take along and change',
  input: z.strictObject({ id: idInput, parent: optionalId }),
  output: z.object({
    /** The office and everything below it. */
    offices: z.int(),
    people: z.int(),
    duties: z.int(),
    /** Operator of the office and its people before and after the move; null is the company itself. */
    operatorBefore: z.string().nullable(),
    operatorAfter: z.string().nullable(),
    /** Number of offices and people that change their operator. Operators below keep themselves. */
    reassignedOffices: z.int(),
    reassignedPeople: z.int(),
    /** Limited people who lose sight of those records, and those who gain it. */
    loses: reachChange,
    gains: reachChange,
  }),
})
export type OfficeMove = CallAnswer<typeof previewOfficeMove>

export const readReachOfOffice = defineCall({
  method: 'GET',
  path: '/api/sys/office/reach',
  access: 'identity.user:read',
  summary: 'what people of an office see, and who sees the office',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    operator: z.string().nullable(),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Everything of the company. */
        isWhole: z.boolean(),
        /** Names of assigned operators, when not everything. */
        operators: z.array(z.string()),
        /** Number of assigned stations for people limited to some; null for others. */
        stations: z.int().nullable(),
      }),
    ),
    /** Number of people who see the data of this office's operator because they see the whole company. */
    seenByWhole: z.int(),
    /** People who see it because the operator, or a station of it, is assigned to them. */
    seenByAssigned: reachChange,
  }),
})
export type OfficeReach = CallAnswer<typeof readReachOfOffice>
/** Visibility of one person of an office. */
export type ReachOfPerson = OfficeReach['people'][number]
