/** What fields of files and of texts with form are drawn with; `load-documents.ts` brings it together with its words. */
export { FileCell } from './file-cell.tsx'
export { FileControl } from './file-control.tsx'
export { FileList, FilesShown, Gallery } from './files-shown.tsx'
export { RichTextCell, RichTextShown } from '../rich-text/rich-text-shown.tsx'
