import { createCodec } from '@wattyard/ocpp-frame'
// The package's entry compiles 387 schemas of three versions on import (2.3 s of CPU, 90 MB): only the schema files of
// this version are loaded.
import * as published from 'typed-ocpp/dist/ocpp16/schemas.js'
import { type Actions, FROM_PILE, type PileAction } from './actions.ts'
import { MEND_RULES } from './mend-rules.ts'

export const { checkOutgoing, compileSchemas, isAction, readPileCall, readResponse, readSystemCall, schemaCheck } =
  createCodec<Actions, PileAction>({
    version: 'ocpp1.6',
    schemas: published,
    fromPile: FROM_PILE,
    mendRules: MEND_RULES,
  })
