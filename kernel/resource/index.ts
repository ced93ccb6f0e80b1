export * from './define-resource.ts'
export * from './field.ts'
export * from './names.ts'
