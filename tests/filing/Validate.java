import java.io.FileInputStream;
import java.io.InputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Checks PDF files against PDF/A-3a and PDF/UA-1: one line a file and flavour, then its faults. */
public class Validate {
    public static void main(String[] files) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        boolean everything = true;
        for (String file : files) {
            for (PDFAFlavour flavour : new PDFAFlavour[] {PDFAFlavour.PDFA_3_A, PDFAFlavour.PDFUA_1}) {
                try (InputStream stream = new FileInputStream(file);
                        PDFAParser parser = Foundries.defaultInstance().createParser(stream, flavour);
                        PDFAValidator validator =
                            Foundries.defaultInstance().createValidator(flavour, false)) {
                    ValidationResult result = validator.validate(parser);
                    everything &= result.isCompliant();
                    System.out.println((result.isCompliant() ? "pass " : "fail ")
                        + flavour.getId() + " " + file);
                    for (TestAssertion assertion : result.getTestAssertions()) {
                        System.out.println("  " + assertion.getRuleId().getClause() + " "
                            + assertion.getMessage() + " at "
                            + assertion.getLocation().getContext());
                    }
                }
            }
        }
        System.exit(everything ? 0 : 1);
    }
}
