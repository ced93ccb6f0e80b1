import { idInput } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { pointMap } from '../point-map.ts'

export const createMapDraft = defineCommandAnswer(pointMap, 'createDraft', z.object({ id: idInput, number: z.int() }))

/** `problems` is the number of errors that prevent publication. */
export const saveMapDraft = defineCommandAnswer(
  pointMap,
  'saveDraft',
  z.object({ id: idInput, version: z.int(), problems: z.int() }),
)
