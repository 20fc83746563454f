import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const chunk = (name: string, packages: string) => ({ name, test: new RegExp(`node_modules/(${packages})/`) })

// Built into the Python package, which serves it and ships it.
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../src/edison/api/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            chunk('react', 'react|react-dom|scheduler'),
            chunk('mantine', '@mantine|@floating-ui'),
            chunk('tanstack', '@tanstack'),
            chunk('editor', '@codemirror/(state|view|commands)|@marijn|style-mod|crelt|w3c-keyname'),
          ],
        },
      },
    },
  },
})
