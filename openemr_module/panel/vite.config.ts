import { defineConfig, type Plugin } from "vitest/config";
import { ENGLISH } from "./src/strings";

/** Writes the list of English texts beside the bundle, for the module to hand them to OpenEMR's translation. */
function stringsList(): Plugin {
  return {
    name: "strings-list",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "strings.json", source: `${JSON.stringify(ENGLISH, null, 2)}\n` });
    },
  };
}

export default defineConfig({
  plugins: [stringsList()],
  build: {
    outDir: "../public/assets",
    emptyOutDir: false,
    target: "es2020",
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/main.ts",
      output: {
        format: "iife",
        entryFileNames: "panel.js",
        assetFileNames: (asset) => (asset.names.some((name) => name.endsWith(".css")) ? "panel.css" : "[name][extname]"),
      },
    },
  },
  test: { environment: "jsdom", globals: true, include: ["test/**/*.test.ts"], testTimeout: 120_000 },
});
