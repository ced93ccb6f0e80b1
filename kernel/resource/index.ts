export * from './answers.ts'
export * from './sheet/csv.ts'
export * from './define-resource.ts'
export * from './offered-columns.ts'
export * from './dictionary.ts'
export * from './field.ts'
export * from './file-field.ts'
export * from './file-types.ts'
export { type FindRule, searchedFields } from './find-rule.ts'
export * from './label.ts'
export { maskedFrame } from './masks/mask-frame.ts'
export {
  LEAST_TO_SHOW,
  type MaskKind,
  SHOWN_END,
  SHOWN_PARTS,
  type ShownEnds,
  type ShownParts,
} from './masks/mask-whole.ts'
export * from './masks/mask.ts'
export * from './registry/module-registry.ts'
export * from './names.ts'
export * from './plan-publication.ts'
export * from './resource-calls.ts'
export * from './rich-text.ts'
export * from './row.ts'
export * from './scope-rule.ts'
export * from './units.ts'
export * from './version-state.ts'
export * from './words/wording.ts'
export * from './words/fallback-words.ts'
export * from './words/words-needed.ts'
export * from './sheet/xlsx-sheet.ts'
export { importFields, type ImportSample, importSample } from './sheet/import-sample.ts'
