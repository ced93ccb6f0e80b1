/** Source of the journals of documents and of allocations. */
export const DOCUMENT_SOURCE = 'payables.document'
export const ALLOCATION_SOURCE = 'payables.allocation'
